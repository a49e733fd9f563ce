import type { Kysely } from 'kysely';
import type { BackendLogger, BackendOptions } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { startFeedWorker } from './feed-worker.js';
import { readInProcess } from './reading-process.js';

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
  const sites = deps.sites.map(({ name, languages, countries }) => ({ name, languages, countries }));
  return {
    startJobs: () =>
      startFeedWorker({
        ...deps,
        sites: sites.map(({ name }) => name),
        run: (signal) => readInProcess({ dataDir, databaseUrl, sites, networks }, logger, signal),
      }),
  };
}
