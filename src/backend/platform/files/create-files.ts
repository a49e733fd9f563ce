import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { FileStoreOptions } from '#contract/backend/file-store.js';
import { type BackgroundTask, RecurringWork } from '../background-jobs/recurring-work.js';
import type { Database } from '../database/schema.js';
import { deleteReleasedObjects } from './store/object-cleanup.js';
import { FileContents } from './store/file-contents.js';
import { moveFiles } from './store/move-files.js';
import { createS3Store, type ObjectStore } from './store/s3-store.js';

const ROUND_MS = 5000;
const RETRY_MS = 15_000;

/** Access to stored files, and the background job that moves them to object storage if it is configured. */
export function createFiles(deps: {
  database: Kysely<Database>;
  fileStore?: FileStoreOptions;
  logger: BackendLogger;
}): { contents: FileContents; startJobs?: () => BackgroundTask } {
  const { database, fileStore, logger } = deps;
  const store = fileStore && createS3Store(fileStore);
  const contents = new FileContents(database, store, logger);
  return store ? { contents, startJobs: () => startFileWorker(database, store, logger) } : { contents };
}

function startFileWorker(database: Kysely<Database>, store: ObjectStore, logger: BackendLogger): BackgroundTask {
  const isStopped = (): boolean => worker.isStopped;
  const worker = new RecurringWork({
    shortestMs: ROUND_MS,
    longestMs: ROUND_MS,
    retryMs: RETRY_MS,
    round: async () => {
      const { files } = await moveFiles('store', { database, store, logger, isStopped });
      if (files > 0) logger.info({ files }, 'Moved files to the file store');
      await deleteReleasedObjects(database, store, isStopped);
      return { nextInMs: ROUND_MS };
    },
    onFailure: (error) =>
      logger.warn({ error: String(error) }, 'Synchronizing files with the file store failed; trying again'),
  });
  worker.wake();
  return worker;
}
