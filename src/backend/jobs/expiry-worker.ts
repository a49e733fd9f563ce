import type { Kysely } from 'kysely';
import type { BackendLogger } from '../../contract/backend.js';
import type { Change } from '../changes/change.js';
import type { Database } from '../database/schema.js';
import { expireJobs, findNextExpiry } from './expire-jobs.js';
import type { SearchIndexer } from './search-indexer.port.js';

export interface ExpiryWorker {
  /** Waits for a sweep under way. */
  stop(): Promise<void>;
}

// The machine's clock may be set, and another process may die with the work it has begun.
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 100;
const RETRY_MS = 1000;

/**
 * Archives jobs when their time is over: sleeps until the next one is due, and looks again when jobs have changed. A failure is
 * logged, and tried again.
 */
export function startExpiryWorker(options: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void };
  clock: () => Date;
  logger: BackendLogger;
}): ExpiryWorker {
  const { database, indexer, changes, clock, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;
  let running: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = false;

  /** @returns how long nothing is to be done. */
  async function sweep(): Promise<number> {
    try {
      let expired = 0;
      let next = await findNextExpiry(database);
      while (next && next <= clock() && !stopped) {
        const batch = await expireJobs(database, indexer, clock());
        expired += batch;
        next = await findNextExpiry(database);
        // Another process is at it.
        if (batch === 0) break;
      }
      if (expired > 0) logger.info({ expired }, 'Archived expired jobs');
      const untilNext = next ? next.getTime() - clock().getTime() : Infinity;
      return Math.min(Math.max(untilNext, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
    } catch (error) {
      if (!stopped) logger.error({ error: (error as Error).message }, 'Expired jobs could not be archived');
      return RETRY_MS;
    }
  }

  function wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (stopped || at >= wakesAt) return;
    clearTimeout(timer);
    wakesAt = at;
    timer = setTimeout(() => {
      wakesAt = Infinity;
      running = sweep().then((sleepMs) => {
        running = undefined;
        wakeIn(lookAgain ? SHORTEST_SLEEP_MS : sleepMs);
        lookAgain = false;
      });
    }, ms);
    timer.unref();
  }

  const unsubscribe = changes.subscribe((changed) => {
    if (!changed.some(({ kind }) => kind === 'job' || kind === 'all')) return;
    // What changes during a sweep may have come too late for it.
    if (running) lookAgain = true;
    else wakeIn(SHORTEST_SLEEP_MS);
  });
  wakeIn(0);
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}
