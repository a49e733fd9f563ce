import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { BackupBucket, isBucketAddress, parseBucketAddress } from '../backend/platform/backup/backup-bucket.js';
import { type BackupFolder, localFolder } from '../backend/platform/backup/backup-folder.js';
import { type Finding, reasonOf } from './finding.js';

const GIGABYTE = 1e9;
const HOUR_MS = 3_600_000;
/** Minimum free disk space: with less, PostgreSQL may stop during its work. */
const MIN_FREE_BYTES = GIGABYTE / 2;
const LOW_FREE_SHARE = 0.1;
/** Maximum age of the newest backup: one is made every night, and may take some hours. */
const MAX_BACKUP_AGE_HOURS = 30;

/** Checks whether the data folder is writable and has free space. */
export async function checkDataFolder(dataDir: string): Promise<readonly Finding[]> {
  const check = 'data folder';
  const folder = resolve(dataDir);
  const existing = nearestExisting(folder);
  const findings: Finding[] = [];
  try {
    await access(existing, constants.W_OK);
  } catch {
    const fix = 'make the user of the process the owner of the folder, or set DATA_DIR';
    findings.push({ check, state: 'failed', found: `${existing} is not writable`, fix });
  }
  const { bavail, blocks, bsize } = await statfs(existing);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const found = `${(free / GIGABYTE).toFixed(1)} GB (${Math.round(100 * share)} %) are free`;
  const state = free < MIN_FREE_BYTES ? 'failed' : share < LOW_FREE_SHARE ? 'warning' : 'ok';
  const fix = 'delete old backups and logs, or enlarge the disk';
  return [...findings, { check: 'disk', state, found, ...(state === 'ok' ? {} : { fix }) }];
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** Checks the age of the newest backup. @param place a folder, or an address in object storage; undefined if it was not given */
export async function checkBackups(
  place: string | undefined,
  now: Date,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const check = 'backups';
  if (place === undefined)
    return [
      {
        check,
        state: 'warning',
        found: 'their age is unknown',
        fix: 'pass their location: `npm run doctor -- --backups FOLDER`',
      },
    ];
  const fix = 'run `npm run backup` every night, see “Backup and restore” in docs/operating.md';
  const opened = openBackups(place, environment);
  if ('error' in opened) {
    const correct = 'correct the address or the key, see “Backup and restore” in docs/operating.md';
    return [{ check, state: 'failed', found: reasonOf(new Error(opened.error)), fix: correct }];
  }
  const { folder } = opened;
  if (folder === undefined) return [{ check, state: 'failed', found: `there is no folder ${place}`, fix }];
  const times = (await folder.list()).map(({ writtenAt }) => writtenAt.getTime());
  if (times.length === 0) return [{ check, state: 'failed', found: `there is no backup in ${folder.address}`, fix }];
  const newest = times.reduce((latest, time) => Math.max(latest, time));
  const hours = Math.floor((now.getTime() - newest) / HOUR_MS);
  const found = `the newest is ${hours} hours old`;
  return [hours > MAX_BACKUP_AGE_HOURS ? { check, state: 'warning', found, fix } : { check, state: 'ok', found }];
}

/** @returns the folder of the backups, undefined if a local one does not exist; or the error in an address */
function openBackups(
  place: string,
  environment: Readonly<Record<string, string | undefined>>,
): { folder: BackupFolder | undefined } | { error: string } {
  if (!isBucketAddress(place)) return { folder: existsSync(place) ? localFolder(place) : undefined };
  const address = parseBucketAddress(place, 'folder', environment);
  return 'error' in address ? address : { folder: new BackupBucket(address.bucket) };
}
