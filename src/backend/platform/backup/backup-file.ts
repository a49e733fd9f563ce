import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { BackupError } from './archive-contents.js';
import type { ArchiveSource } from './archive-reader.js';

const OWNER_ONLY = 0o600;
/** Suffix of the name of a file that is incomplete. */
export const PARTIAL = '.partial';

/**
 * Writes a file that appears under its name only when it is complete.
 *
 * @param write closes the stream that it receives
 * @throws BackupError if the file exists already or cannot be written
 */
export async function writeCompleteFile<T>(path: string, write: (output: Writable) => Promise<T>): Promise<T> {
  if (existsSync(path)) throw new BackupError(`${path} exists already; a backup never replaces another one.`);
  const partial = path + PARTIAL;
  const output = createWriteStream(partial, { mode: OWNER_ONLY });
  try {
    await new Promise((resolve, reject) => output.once('open', resolve).once('error', reject));
  } catch (error) {
    throw new BackupError(`${path} cannot be written: ${(error as Error).message}`);
  }
  try {
    const result = await write(output);
    await sync(partial);
    await rename(partial, path);
    await sync(dirname(path));
    return result;
  } catch (error) {
    output.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Flushes to disk; before this returns, a power failure may lose what was written. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws BackupError if the file does not exist */
export function fileSource(path: string): ArchiveSource {
  if (!existsSync(path)) throw new BackupError(`There is no file ${path}.`);
  return () => createReadStream(path);
}
