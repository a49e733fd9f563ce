import { fileStoreOf, parseFilesUrl } from '#contract/backend/file-store.js';
import { BackupError } from '../platform/backup/archive-contents.js';
import type { StoredObjects } from '../platform/backup/stored-objects.js';
import { OBJECTS_LOCK } from '../platform/files/store/delete-objects.js';
import { wholeOf } from '../platform/files/store/file-contents.js';
import type { ObjectStore } from '../platform/files/store/object-store.js';
import { createS3Store } from '../platform/files/store/s3-store.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns the file store of the environment, if it names one @throws BackupError where what it says of it is not right */
export function storeOf(environment: Environment): ObjectStore | undefined {
  const { FILES_URL: url } = environment;
  if (!url) return undefined;
  const read = parseFilesUrl(url);
  if ('error' in read) throw new BackupError(`FILES_URL: ${read.error}.`);
  const options = fileStoreOf(environment);
  if (!options) throw new BackupError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed with FILES_URL.');
  return createS3Store(options);
}

/** @returns the objects that a backup needs @throws as above */
export function objectsOf(environment: Environment): StoredObjects | undefined {
  const store = storeOf(environment);
  return store && { lock: OBJECTS_LOCK, read: async (key) => wholeOf(await store.get(key)) };
}
