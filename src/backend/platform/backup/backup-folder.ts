import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './archive-contents.js';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
const COMPLETE = '.tar.zst';
const INCOMPLETE = `${COMPLETE}.partial`;
/** No backup takes this long: what is still incomplete belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** @returns the name of a backup in a folder of many, which sort by their time: `causeboard-2026-11-26T02-30-00Z.tar.zst` */
export function backupName(now: Date, site: string | undefined): string {
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
  return `${prefixOf(site)}${time.replaceAll(':', '-')}${COMPLETE}`;
}

/**
 * Deletes all backups of this site, or of all sites, but the newest ones. Files with other names stay, except those that a backup has left
 * incomplete more than a day ago.
 *
 * @param keep how many stay, at least 1
 * @returns the names of the backups that were deleted
 * @throws BackupError where the folder cannot be read or changed
 */
export async function deleteOldBackups(
  folder: string,
  { site, keep, now }: { site: string | undefined; keep: number; now: Date },
): Promise<string[]> {
  const prefix = prefixOf(site);
  const isOwn = (name: string, ending: string): boolean =>
    name.startsWith(prefix) && name.endsWith(ending) && TIME.test(name.slice(prefix.length, -ending.length));
  try {
    const names = await readdir(folder);
    const complete = names.filter((name) => isOwn(name, COMPLETE)).sort();
    const old = complete.slice(0, -keep);
    for (const name of old) await rm(join(folder, name), { force: true });
    for (const name of names.filter((each) => isOwn(each, INCOMPLETE)))
      if (await isAbandoned(join(folder, name), now)) await rm(join(folder, name), { force: true });
    return old;
  } catch (error) {
    throw new BackupError(`Old backups in ${folder} cannot be deleted: ${(error as Error).message}`);
  }
}

function prefixOf(site: string | undefined): string {
  return site === undefined ? 'causeboard-' : `causeboard-${site}-`;
}

async function isAbandoned(path: string, now: Date): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return now.getTime() - mtimeMs > ABANDONED_AFTER_MS;
}
