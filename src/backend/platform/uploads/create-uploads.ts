import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { repeat } from '../background-jobs/recurring-work.js';
import type { Database } from '../database/schema.js';
import { deleteReleasedFiles } from '../files/stored-files.js';
import type { BackendModule } from '../graphql/backend-module.js';
import { deleteExpiredPendingUploads, PendingUploads } from './pending-uploads.js';
import { deleteExpiredUploads, UploadStore } from './upload-store.js';

const CLEANUP_MS = 10 * 60_000;

export interface Uploads extends BackendModule {
  /** Small files of forms, held for a few minutes. */
  store: UploadStore;
  /** Files of applications, which may come in parts. */
  pending: PendingUploads;
}

/** Files that were uploaded for a form and wait for it, and the worker that deletes what has expired. */
export function createUploads(deps: { database: Kysely<Database>; clock: () => Date; logger: BackendLogger }): Uploads {
  const { database, clock, logger } = deps;
  const pruning = repeat({
    everyMs: CLEANUP_MS,
    // A process may have died with some.
    firstInMs: 0,
    work: async () => {
      await deleteExpiredUploads(database, clock());
      await deleteExpiredPendingUploads(database, clock());
      await deleteReleasedFiles(database);
    },
    failed: 'Expired uploads could not be deleted',
    logger,
  });
  return {
    store: new UploadStore(database),
    pending: new PendingUploads(database),
    close: () => pruning.stop(),
  };
}
