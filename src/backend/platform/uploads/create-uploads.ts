import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { repeat } from '../background-jobs/recurring-work.js';
import type { Database } from '../database/schema.js';
import { deleteReleasedFiles } from '../files/stored-files.js';
import type { BackendModule } from '../graphql/backend-module.js';
import { PendingUploads, uploadRetention } from './pending-uploads.js';

const CLEANUP_MS = 10 * 60_000;

export interface Uploads extends BackendModule {
  /** Uploaded files of applications, messages and other forms, possibly in parts. */
  pending: PendingUploads;
}

/** Creates the store of files that were uploaded for a form that is not sent yet, and the worker that deletes files without references. */
export function createUploads(deps: { database: Kysely<Database>; logger: BackendLogger }): Uploads {
  const { database, logger } = deps;
  return {
    pending: new PendingUploads(database),
    retention: [uploadRetention],
    startJobs: () =>
      repeat({
        everyMs: CLEANUP_MS,
        // At once after the start, since a process may have crashed and left some.
        firstInMs: 0,
        work: () => deleteReleasedFiles(database),
        failed: 'Unreferenced files could not be deleted',
        logger,
      }),
  };
}
