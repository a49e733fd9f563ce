import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { migrations } from '../backend/platform/database/migrations/list.js';
import { openDatabase } from '../backend/platform/database/open-database.js';
import type { Database } from '../backend/platform/database/schema.js';
import type { Settings } from '../settings.js';
import { type Finding, reasonOf } from './finding.js';

const EXTENSIONS = ['pg_trgm', 'fuzzystrmatch'];
const MIN_MAJOR_VERSION = 15;
const VERSION_UNIT = 10_000;
const MAX_CLOCK_DIFFERENCE_S = 2;
const MAX_MAIL_AGE_MINUTES = 30;

const ignore = (): void => undefined;
const silent = { info: ignore, warn: ignore, error: ignore };

/** Checks the database of the embedded backend: whether it is available, its versions, and pending work in it. Changes nothing. */
export async function checkDatabase({
  DATA_DIR,
  DATABASE_URL,
}: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): Promise<readonly Finding[]> {
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION')))
    return [
      {
        check: 'database',
        state: 'warning',
        found: `there is no database in ${DATA_DIR} yet`,
        fix: 'start the product, which creates it',
      },
    ];
  let opened;
  try {
    opened = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, logger: silent });
  } catch (error) {
    const fix = DATABASE_URL ? 'start the server, or correct DATABASE_URL' : 'see the message; nothing was changed';
    return [{ check: 'database', state: 'failed', found: reasonOf(error), fix }];
  }
  try {
    const { database } = opened;
    return [
      await checkServer(database),
      await checkExtensions(database),
      await checkClock(database),
      ...(await checkContents(database)),
    ];
  } finally {
    await opened.close();
  }
}

async function checkServer(database: Kysely<Database>): Promise<Finding> {
  const { rows } = await sql<{ version: number; name: string; standby: boolean }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
      pg_is_in_recovery() as standby
  `.execute(database);
  const { version, name, standby } = rows[0]!;
  const check = 'database';
  if (standby)
    return {
      check,
      state: 'failed',
      found: 'it is a read-only replica',
      fix: 'set DATABASE_URL to the primary',
    };
  if (Math.floor(version / VERSION_UNIT) < MIN_MAJOR_VERSION)
    return { check, state: 'failed', found: `PostgreSQL ${name} is too old`, fix: `use ${MIN_MAJOR_VERSION} or newer` };
  return { check, state: 'ok', found: `PostgreSQL ${name} answers` };
}

async function checkExtensions(database: Kysely<Database>): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`select name from pg_available_extensions`.execute(database);
  const missing = EXTENSIONS.filter((wanted) => !rows.some(({ name }) => name === wanted));
  const check = 'extensions';
  if (missing.length === 0) return { check, state: 'ok', found: `${EXTENSIONS.join(' and ')} are available` };
  const fix = 'install the package of PostgreSQL’s additional modules (`postgresql-contrib`)';
  return { check, state: 'failed', found: `${missing.join(' and ')} are not available on this server`, fix };
}

/** Compares the clocks of this machine and the database: scheduled jobs, sessions and links in mails depend on both. */
async function checkClock(database: Kysely<Database>): Promise<Finding> {
  const before = Date.now();
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::float8 as seconds
  `.execute(database);
  const difference = rows[0]!.seconds - (before + Date.now()) / 2 / 1000;
  const found = `this machine and the database differ by ${Math.abs(difference).toFixed(1)} s`;
  return Math.abs(difference) > MAX_CLOCK_DIFFERENCE_S
    ? { check: 'clock', state: 'failed', found, fix: 'synchronize both with a time server (chrony, systemd-timesyncd)' }
    : { check: 'clock', state: 'ok', found };
}

async function checkContents(database: Kysely<Database>): Promise<Finding[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('migration') is not null as exists
  `.execute(database);
  const migrationFix = 'run `npm run migrate`, or start the product, which does so';
  if (!tables[0]!.exists)
    return [{ check: 'schema', state: 'warning', found: 'the database is empty', fix: migrationFix }];
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(database);
  const missing = migrations.filter(([name]) => !rows.some((row) => row.name === name));
  if (missing.length > 0)
    return [
      {
        check: 'schema',
        state: 'warning',
        found: `migrations not applied yet: ${missing.length}`,
        fix: migrationFix,
      },
    ];
  return [
    { check: 'schema', state: 'ok', found: `all ${migrations.length} migrations are applied` },
    await checkOutbox(database),
  ];
}

async function checkOutbox(database: Kysely<Database>): Promise<Finding> {
  const { rows } = await sql<{ given_up: number; minutes: number | null }>`
    select count(*) filter (where given_up_at is not null)::int as given_up,
      extract(epoch from now() - min(first_due) filter (where given_up_at is null and first_due < now()))::float8 / 60 as minutes
    from (
      -- Each failed attempt puts the next one off.
      select given_up_at, case when attempts > 0 then created_at else due_at end as first_due from mail where sent_at is null
    ) unsent
  `.execute(database);
  const { given_up: givenUp, minutes } = rows[0]!;
  const check = 'outgoing mail';
  if (minutes !== null && minutes > MAX_MAIL_AGE_MINUTES) {
    const fix = 'check the SMTP server, and that a process with the role worker is running';
    return { check, state: 'failed', found: `the oldest has been due for ${Math.round(minutes)} minutes`, fix };
  }
  if (givenUp > 0)
    return {
      check,
      state: 'warning',
      found: `${givenUp} could not be delivered`,
      fix: 'check “Background jobs” under /admin',
    };
  return { check, state: 'ok', found: 'no email is overdue' };
}
