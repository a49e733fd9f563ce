import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { repeat } from '../background-jobs/recurring-work.js';
import type { Database } from '../database/schema.js';
import { deleteReleasedFiles } from '../files/stored-files.js';
import type { BackendModule } from '../graphql/backend-module.js';
import { PendingUploads, uploadRetention } from './pending-uploads.js';

const CLEANUP_MS = 10 * 60_000;

export interface Uploads extends BackendModule {
  /** Files of applications, messages and other forms, which may come in parts. */
  pending: PendingUploads;
}

/** Files that were uploaded for a form and wait for it, and the worker that deletes files to which nothing refers any more. */
export function createUploads(deps: { database: Kysely<Database>; logger: BackendLogger }): Uploads {
  const { database, logger } = deps;
  return {
    pending: new PendingUploads(database),
    retention: [uploadRetention],
    startJobs: () =>
      repeat({
        everyMs: CLEANUP_MS,
        // A process may have died with some.
        firstInMs: 0,
        work: () => deleteReleasedFiles(database),
        failed: 'Files that nothing refers to any more could not be deleted',
        logger,
      }),
  };
}
