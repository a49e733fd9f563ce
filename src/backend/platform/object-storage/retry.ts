import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectStoreError } from './store-error.js';

const MAX_ATTEMPTS = 6;
/** Each further wait is twice as long; all waits take half a minute together. */
const FIRST_WAIT_MS = 1000;

export interface RetryOptions {
  firstWaitMs?: number;
  /** Stops the retries. */
  signal?: AbortSignal;
}

/** Repeats a request if the store does not respond or is temporarily unavailable. */
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
