import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectStoreError } from './store-error.js';

const MAX_ATTEMPTS = 6;
/** Each further wait is twice as long: half a minute in all. */
const FIRST_WAIT_MS = 1000;

export interface RetryOptions {
  firstWaitMs?: number;
  /** Gives up. */
  signal?: AbortSignal;
}

/** Asks again where the store does not answer, or says that it cannot now. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { firstWaitMs = FIRST_WAIT_MS, signal }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof ObjectStoreError && error.failure === 'unreachable';
      if (!isPassing || attempt === MAX_ATTEMPTS || signal?.aborted) throw error;
      await sleep(firstWaitMs * 2 ** (attempt - 1), undefined, signal ? { signal } : {});
    }
}
