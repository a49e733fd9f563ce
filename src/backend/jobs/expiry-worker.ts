import type { Kysely } from 'kysely';
import type { BackendLogger } from '../../contract/backend.js';
import type { Database } from '../database/schema.js';
import { expireJobs } from './expire-jobs.js';
import type { SearchIndexer } from './search-indexer.port.js';

export interface ExpiryWorker {
  /** Sweeps at once and waits for the end of it. */
  sweep(): Promise<void>;
  /** Waits for a sweep under way. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 5000;

/** Archives jobs whose time is over, now and every few seconds. A failure is logged, and the next sweep tries again. */
export function startExpiryWorker(options: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  clock: () => Date;
  logger: BackendLogger;
}): ExpiryWorker {
  const { database, indexer, clock, logger } = options;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    try {
      let expired = 0;
      for (let batch = Infinity; batch >= 1000 && !stopped; expired += batch) {
        batch = await expireJobs(database, indexer, clock());
      }
      if (expired > 0) logger.info({ expired }, 'Archived expired jobs');
    } catch (error) {
      if (!stopped) logger.error({ error: (error as Error).message }, 'Expired jobs could not be archived');
    }
  }

  const sweep = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
  const timer = setInterval(() => void sweep(), INTERVAL_MS);
  timer.unref();
  void sweep();
  return {
    sweep,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
