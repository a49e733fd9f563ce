import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fileStoreOf } from '#contract/backend/file-store.js';
import { openDatabase } from '../backend/platform/database/open-database.js';
import { wholeOf } from '../backend/platform/files/store/file-contents.js';
import { createS3Store } from '../backend/platform/files/store/s3-store.js';
import type { Settings } from '../settings.js';
import { type Finding, reasonOf } from './finding.js';

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
