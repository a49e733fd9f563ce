import { fileStoreOf, parseFilesUrl } from '#contract/backend/file-store.js';
import { BackupError } from '../platform/backup/archive-contents.js';
import type { StoredObjects } from '../platform/backup/stored-objects.js';
import { OBJECTS_LOCK } from '../platform/files/store/object-cleanup.js';
import { wholeOf } from '../platform/files/store/file-contents.js';
import { createS3Store, type ObjectStore } from '../platform/files/store/s3-store.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the file store configured in the environment, if any @throws BackupError if the configuration is invalid */
export function storeOf(environment: Environment): ObjectStore | undefined {
  const { FILES_URL: url } = environment;
  if (!url) return undefined;
  const read = parseFilesUrl(url);
  if ('error' in read) throw new BackupError(`FILES_URL: ${read.error}.`);
  const options = fileStoreOf(environment);
  if (!options) throw new BackupError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed with FILES_URL.');
  return createS3Store(options);
}

/** @returns the stored objects that a backup needs @throws BackupError if the configuration is invalid */
export function objectsOf(environment: Environment): StoredObjects | undefined {
  const store = storeOf(environment);
  return store && { lock: OBJECTS_LOCK, read: async (key) => wholeOf(await store.get(key)) };
}
