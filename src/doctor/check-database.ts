import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { destroyConnection } from '../backend/platform/database/dead-connections.js';
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
const ANSWER_WITHIN_MS = 5000;
const REPLAY_WITHIN_MS = 5000;
const POLL_MS = 100;
const MB = 1_000_000;
const COPY_ANEW = 'see “A lost primary” in docs/operating.md for how to copy it anew';

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

/** Checks whether each replica follows the primary: whether it replays, within seconds, what the primary has written. Changes nothing. */
export async function checkReplicas({
  DATABASE_URL,
  DATABASE_REPLICA_URLS = [],
}: Pick<Settings, 'DATABASE_URL' | 'DATABASE_REPLICA_URLS'>): Promise<readonly Finding[]> {
  const primary = await connect(DATABASE_URL).catch(() => undefined);
  // The check of the database reports this.
  if (!primary) return [];
  try {
    return await Promise.all(DATABASE_REPLICA_URLS.map((url) => checkReplica(primary, url)));
  } finally {
    destroyConnection(primary);
  }
}

async function checkReplica(primary: pg.Client, url: string): Promise<Finding> {
  const check = `replica ${new URL(url).host}`;
  let replica: pg.Client | undefined;
  try {
    replica = await connect(url);
    return { check, ...(await compare(primary, replica)) };
  } catch (error) {
    const fix = 'start the server, or correct DATABASE_REPLICA_URLS';
    return { check, state: 'failed', found: reasonOf(error), fix };
  } finally {
    if (replica) destroyConnection(replica);
  }
}

async function compare(primary: pg.Client, replica: pg.Client): Promise<Omit<Finding, 'check'>> {
  const [own, its] = [await serverOf(primary), await serverOf(replica)];
  if (!its.isReplica) {
    const fix = 'remove it from DATABASE_REPLICA_URLS; if it was promoted, set DATABASE_URL to it';
    return { state: 'failed', found: 'it is not a replica', fix };
  }
  if (own.identity !== its.identity)
    return { state: 'failed', found: 'it is a replica of another server', fix: 'correct DATABASE_REPLICA_URLS' };
  const missingMb = await missingAfterWaiting(primary, replica);
  if (missingMb === 0) return { state: 'ok', found: 'it has replayed what the primary has written' };
  const found = `it does not follow: ${missingMb.toFixed(1)} MB of the primary’s log are missing`;
  return { state: 'failed', found, fix: `check the log of the replica; ${COPY_ANEW}` };
}

/** Waits until the replica has replayed the primary's log up to its present end. @returns MB that are missing after the time limit */
async function missingAfterWaiting(primary: pg.Client, replica: pg.Client): Promise<number> {
  const written = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn() as position');
  const { position } = written.rows[0]!;
  for (const deadline = performance.now() + REPLAY_WITHIN_MS; ;) {
    const { rows } = await replica.query<{ missing: string }>(
      'select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) as missing',
      [position],
    );
    const missing = Math.max(0, Number(rows[0]!.missing));
    if (missing === 0 || performance.now() > deadline) return missing / MB;
    await sleep(POLL_MS);
  }
}

async function serverOf(client: pg.Client): Promise<{ identity: string; isReplica: boolean }> {
  const { rows } = await client.query<{ identity: string; standby: boolean }>(
    'select system_identifier::text as identity, pg_is_in_recovery() as standby from pg_control_system()',
  );
  return { identity: rows[0]!.identity, isReplica: rows[0]!.standby };
}

async function connect(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'causeboard-doctor',
  });
  // Without a listener, a connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
