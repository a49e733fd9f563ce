import type { Kysely } from 'kysely';
import type { BackendLogger, BackendOptions } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { Change } from '../../platform/change-feed/change.js';
import { RecurringWork, type RoundResult } from '../../platform/background-jobs/recurring-work.js';
import { readInProcess, type SiteToRead } from './reading-process.js';
import { findNextDueFeed } from './feed-store.js';

const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 1000;

/** Delay of the first check, since a server that has just started has more urgent work. */
const FIRST_LOOK_MS = 3000;

/** Creates the worker that reads the job feeds of other sites when they are due, each time in a separate process. */
export function createJobFeedImport(
  deps: Pick<BackendOptions, 'dataDir' | 'databaseUrl' | 'feedNetworks' | 'sites'> & {
    database: Kysely<Database>;
    changes: ChangeFeed;
    clock: () => Date;
    logger: BackendLogger;
  },
): BackendModule {
  const { dataDir, databaseUrl, feedNetworks: networks = [], logger } = deps;
  const sites = deps.sites.map(({ name, languages, countries, timeZone, importDays }): SiteToRead => ({
    name,
    languages,
    countries,
    timeZone,
    importDays,
  }));
  return {
    startJobs: () =>
      startFeedWorker({
        ...deps,
        sites: sites.map(({ name }) => name),
        run: (signal) => readInProcess({ dataDir, databaseUrl, sites, networks }, logger, signal),
      }),
  };
}

interface FeedWorker {
  /** Ends the current run after its current batch. */
  stop(): Promise<void>;
}

/**
 * Runs feeds when they are due, and new ones at once. A feed that was due several times while no process was running is read once. Several
 * processes may share a database; each feed is read by the one that leases it.
 *
 * @param options.run reads all due feeds in a separate process
 */
export function startFeedWorker(options: {
  database: Kysely<Database>;
  sites: readonly string[];
  run: (signal: AbortSignal) => Promise<void>;
  changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void };
  clock: () => Date;
  logger: BackendLogger;
  firstLookMs?: number;
}): FeedWorker {
  const { database, sites, run, changes, clock, logger, firstLookMs = FIRST_LOOK_MS } = options;
  const stopping = new AbortController();
  const work = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: MAX_SLEEP_MS,
    round: look,
    onFailure: (error) => logger.error({ error: String(error) }, 'Feeds could not be read'),
  });

  async function look(): Promise<RoundResult> {
    let next = await findNextDueFeed(database, sites);
    if (next && next <= clock()) {
      await observeTask('feed', 'import', () => run(stopping.signal));
      next = await findNextDueFeed(database, sites);
    }
    return { nextInMs: next ? next.getTime() - clock().getTime() : Infinity };
  }

  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'feed' || kind === 'all')) work.wake(MIN_SLEEP_MS);
  });
  work.wake(firstLookMs);
  return {
    async stop() {
      unsubscribe();
      stopping.abort();
      await work.stop();
    },
  };
}
