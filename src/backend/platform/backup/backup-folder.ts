import { readdir, rm, stat, open, rename } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type ArchiveSource, BackupError } from './archive.js';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
const COMPLETE = '.tar.zst';
/** Suffix of the name of a file that is incomplete. */
const PARTIAL = '.partial';
const INCOMPLETE = COMPLETE + PARTIAL;
/** No backup takes this long: an older incomplete one belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const OWNER_ONLY = 0o600;

export interface StoredBackup {
  name: string;
  writtenAt: Date;
}

/** Location of backups, each stored by its name: a local folder or a prefix of a bucket. */
export interface BackupFolder {
  /** Address for messages, with a trailing slash. */
  address: string;
  /**
   * Writes a backup that becomes visible only when it is complete.
   *
   * @param write closes the stream that it receives
   */
  write<T>(name: string, write: (output: Writable) => Promise<T>): Promise<T>;
  source(name: string): ArchiveSource;
  /**
   * @param beginning prefix of their names
   * @returns the complete backups, in any order
   */
  list(beginning?: string): Promise<StoredBackup[]>;
  delete(name: string): Promise<void>;
  /**
   * Deletes the remains of backups that were never completed.
   *
   * @param isOwn whether a name is that of one of these backups
   */
  deleteIncomplete(isOwn: (name: string) => boolean, before: Date): Promise<void>;
}

/** @returns the name of a backup in a folder with several; names sort by time: `causeboard-2026-11-26T02-30-00Z.tar.zst` */
export function backupName(now: Date, site: string | undefined): string {
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
  return `${prefixOf(site)}${time.replaceAll(':', '-')}${COMPLETE}`;
}

/** A local folder. Files with the suffix of incomplete files are not listed as backups. */
export function localFolder(path: string): BackupFolder {
  return {
    address: path === '.' ? '' : join(path, '/'),
    write: (name, write) => writeCompleteFile(join(path, name), write),
    source: (name) => fileSource(join(path, name)),
    async list(beginning = '') {
      const entries = await readdir(path, { withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      const complete = names.filter((name) => name.startsWith(beginning) && !name.endsWith(PARTIAL));
      return Promise.all(
        complete.map(async (name) => ({ name, writtenAt: new Date((await stat(join(path, name))).mtimeMs) })),
      );
    },
    delete: (name) => rm(join(path, name), { force: true }),
    async deleteIncomplete(isOwn, before) {
      const names = (await readdir(path)).filter((name) => name.endsWith(INCOMPLETE));
      for (const name of names.filter((each) => isOwn(each.slice(0, -PARTIAL.length)))) {
        const file = join(path, name);
        if ((await stat(file)).mtimeMs < before.getTime()) await rm(file, { force: true });
      }
    },
  };
}

/**
 * Deletes all backups of this site, or of all sites, except the newest ones. Other files are kept, apart from incomplete backups that are
 * more than a day old.
 *
 * @param keep number of backups to keep, at least 1
 * @returns the names of the deleted backups
 * @throws BackupError if the folder cannot be read or changed
 */
export async function deleteOldBackups(
  folder: BackupFolder,
  { site, keep, now }: { site: string | undefined; keep: number; now: Date },
): Promise<string[]> {
  const prefix = prefixOf(site);
  const isOwn = (name: string): boolean =>
    name.startsWith(prefix) && name.endsWith(COMPLETE) && TIME.test(name.slice(prefix.length, -COMPLETE.length));
  try {
    const names = (await folder.list(prefix)).map(({ name }) => name);
    const old = names.filter(isOwn).sort().slice(0, -keep);
    for (const name of old) await folder.delete(name);
    await folder.deleteIncomplete(isOwn, new Date(now.getTime() - ABANDONED_AFTER_MS));
    return old;
  } catch (error) {
    throw new BackupError(`Old backups in ${folder.address} cannot be deleted: ${(error as Error).message}`);
  }
}

function prefixOf(site: string | undefined): string {
  return site === undefined ? 'causeboard-' : `causeboard-${site}-`;
}

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
