import type { Kysely } from 'kysely';
import type { BackendLogger } from '../../contract/backend.js';
import type { Change } from '../changes/change.js';
import type { Database } from '../database/schema.js';
import { RecurringWork, type RoundResult } from '../recurring/recurring-work.js';
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
  const work = new RecurringWork({
    ...{ shortestMs: SHORTEST_SLEEP_MS, longestMs: LONGEST_SLEEP_MS, retryMs: RETRY_MS },
    round: sweep,
    onFailure: (error) => logger.error({ error: (error as Error).message }, 'Expired jobs could not be archived'),
  });

  async function sweep(): Promise<RoundResult> {
    let expired = 0;
    let next = await findNextExpiry(database);
    while (next && next <= clock() && !work.isStopped) {
      const batch = await expireJobs(database, indexer, clock());
      expired += batch;
      next = await findNextExpiry(database);
      // Another process is at it.
      if (batch === 0) break;
    }
    if (expired > 0) logger.info({ expired }, 'Archived expired jobs');
    return { nextInMs: next ? next.getTime() - clock().getTime() : Infinity };
  }

  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'job' || kind === 'all')) work.wake(SHORTEST_SLEEP_MS);
  });
  work.wake();
  return {
    async stop() {
      unsubscribe();
      await work.stop();
    },
  };
}
