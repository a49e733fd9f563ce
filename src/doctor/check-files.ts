import { createHash, randomBytes } from 'node:crypto';
import { existsSync, constants } from 'node:fs';
import { join, dirname, resolve } from 'node:path';
import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { fileStoreOf } from '#contract/backend/file-store.js';
import { openDatabase } from '../backend/platform/database/open-database.js';
import { wholeOf } from '../backend/platform/files/store/file-contents.js';
import { createS3Store } from '../backend/platform/files/store/s3-store.js';
import type { Settings } from '../settings.js';
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

const check = 'files';
const MAX_WAITING_MINUTES = 30;
const TEST_BYTES = 64;

const ignore = (): void => undefined;
const silent = { info: ignore, warn: ignore, error: ignore };

type FileSettings = Pick<
  Settings,
  'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'DATABASE_URL' | 'DATA_DIR' | 'FILES_URL'
>;

/** Checks where files are stored, whether the file store writes, reads and deletes an object, and whether files wait to be moved to it. */
export async function checkFiles(settings: FileSettings): Promise<readonly Finding[]> {
  const options = fileStoreOf(settings);
  const counts = await countFiles(settings).catch(() => undefined);
  if (!options) {
    if (counts && counts.stored > 0)
      return [
        {
          check,
          state: 'failed',
          found: `${counts.stored} are in a file store, but FILES_URL is not set`,
          fix: 'set FILES_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
        },
      ];
    return [{ check, state: 'ok', found: 'they are in the database' }];
  }
  const { host } = new URL(new URL(options.url).searchParams.get('endpoint') ?? options.url);
  try {
    await tryStore(options);
  } catch (error) {
    const fix = 'correct FILES_URL, the key and its permissions, or start the store; files cannot be read until then';
    return [{ check, state: 'failed', found: `${host}: ${reasonOf(error)}`, fix }];
  }
  if (counts && counts.stays && counts.inDatabase > 0)
    return [
      {
        check,
        state: 'warning',
        found: 'FILES_URL is set, but files stay in the database because they were moved back there',
        fix: 'remove FILES_URL, or run `npm run files -- move --to store`',
      },
    ];
  if (counts && counts.waiting > 0) {
    const fix = 'check the log of a process with the role worker, which needs FILES_URL too';
    return [
      {
        check,
        state: 'warning',
        found: `${counts.waiting} have been waiting too long to be moved to the file store`,
        fix,
      },
    ];
  }
  return [{ check, state: 'ok', found: `they are stored on ${host}` }];
}

async function tryStore(options: NonNullable<ReturnType<typeof fileStoreOf>>): Promise<void> {
  const store = createS3Store(options);
  const key = `doctor-${randomBytes(8).toString('hex')}`;
  const bytes = randomBytes(TEST_BYTES);
  await store.put(key, bytes, createHash('sha256').update(bytes).digest('hex'));
  const read = await wholeOf(await store.get(key));
  await store.delete(key);
  if (!read.equals(bytes)) throw new Error('it returned other data than was written');
}

interface FileCounts {
  inDatabase: number;
  stored: number;
  /** Number of files that have been in the database for longer than moving them takes. */
  waiting: number;
  /** Whether files are configured to stay in the database. */
  stays: boolean;
}

/** @throws if there is no database of this release, which another check reports */
async function countFiles({ DATA_DIR, DATABASE_URL }: FileSettings): Promise<FileCounts | undefined> {
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION'))) return undefined;
  const opened = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, logger: silent });
  try {
    const { rows } = await sql<FileCounts>`
      with files as (
        select created_at, object_key from file union all select created_at, object_key from message_file
        union all select created_at, object_key from application_file where application_id is not null
      )
      select count(*) filter (where object_key is null)::int as "inDatabase", count(object_key)::int as stored,
        count(*) filter (where object_key is null and created_at < now() - make_interval(mins => ${MAX_WAITING_MINUTES}))::int as waiting,
        coalesce((select in_database from file_placement), false) as stays
      from files
    `.execute(opened.database);
    return rows[0];
  } finally {
    await opened.close();
  }
}

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
