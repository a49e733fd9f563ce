import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.js';
import { migrations } from './migrations/list.js';
import type { NamedMigration } from './migrations/schema-migration.js';

// Arbitrary, but every process of every version must use the same number.
const LOCK = 4_217_001;
/** A migration that waits for a lock blocks all later lock requests, so it gives up after this time and tries again. */
const LOCK_TIMEOUT = '2s';
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 500;
/** Interval between checks for another process that is still migrating, in milliseconds. */
const LOCK_PAUSE_MS = 200;
/** A concurrent index build waits for every older transaction of the database. */
const CONCURRENT_LOCK_TIMEOUT = '10min';
/** PostgreSQL's lock_not_available and deadlock_detected. */
const LOCK_ERRORS = new Set(['55P03', '40P01']);

/** Whether a statement failed only because another connection used the same tables, so that it may succeed when it is repeated. */
export function isLockError(error: unknown): boolean {
  return LOCK_ERRORS.has((error as { code?: string }).code ?? '');
}

/**
 * Migrates a database to the newest schema. Safe to call from several processes at once, while others of this release and of the previous
 * one use the database: one process migrates, the others wait. Each migration runs in its own transaction; on an empty database, all of
 * them run in a single transaction.
 *
 * @returns the names of the migrations that this call ran
 * @throws if a later release has removed something this release uses, or if a migration fails (earlier ones remain applied)
 */
export async function migrate(
  database: Kysely<Database>,
  list: readonly NamedMigration[] = migrations,
): Promise<string[]> {
  const before = await applied(database);
  if (pending(before, list).length === 0) return [];
  const ran: string[] = [];
  if (before.size === 0) ran.push(...(await fillEmpty(database, list)));
  for (const migration of pending(await applied(database), list)) {
    if (await apply(database, migration, list)) ran.push(migration[0]);
  }
  return ran;
}

/**
 * Runs migrations in the order of the list and records each.
 *
 * @param trx transaction in which all of them run, including those that otherwise run outside of a transaction
 */
export async function recordMigrations(trx: Kysely<Database>, list: readonly NamedMigration[]): Promise<void> {
  await sql`
    create table if not exists migration (name text primary key, applied_at timestamptz not null default now())
  `.execute(trx);
  await sql`alter table migration add column if not exists needs text`.execute(trx);
  for (const [name, migration] of list) {
    await migration.up(trx, true);
    await sql`insert into migration (name, needs) values (${name}, ${migration.needs ?? null})`.execute(trx);
  }
}

/** Creates the whole schema in one transaction: nobody uses an empty database yet, and the schema is either complete or absent. */
function fillEmpty(database: Kysely<Database>, list: readonly NamedMigration[]): Promise<string[]> {
  return whenOthersAreDone(database, async (trx) => {
    if ((await applied(trx)).size > 0) return [];
    const outside = list.findIndex(([, { outsideTransaction }]) => outsideTransaction);
    const together = outside < 0 ? list : list.slice(0, outside);
    await recordMigrations(trx, together);
    return together.map(([name]) => name);
  });
}

/**
 * Runs work in a transaction while no other process migrates. The advisory lock is polled instead of waited for: a concurrent index build
 * in the other process waits for every open transaction, including one that waits for the lock, so both would wait forever.
 */
async function whenOthersAreDone<T>(
  database: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<T>,
): Promise<T> {
  for (;;) {
    const done = await database.transaction().execute(async (trx) => {
      // A transaction-level lock also works through a connection pooler.
      const { rows } = await sql<{ isHeld: boolean }>`
        select pg_try_advisory_xact_lock(${LOCK}) as "isHeld"
      `.execute(trx);
      return rows[0]!.isHeld ? { result: await work(trx) } : undefined;
    });
    if (done) return done.result;
    await sleep(LOCK_PAUSE_MS);
  }
}

/** @returns whether this call applied the migration; false if another process has already applied it */
async function apply(
  database: Kysely<Database>,
  migration: NamedMigration,
  list: readonly NamedMigration[],
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await whenOthersAreDone(database, async (trx) => {
        if (!pending(await applied(trx), list).includes(migration)) return false;
        const [name, { needs, outsideTransaction }] = migration;
        if (outsideTransaction) {
          await applyOutside(database, migration);
          await recordMigrations(trx, [[name, { up: () => Promise.resolve(), needs }]]);
        } else {
          await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(trx);
          await recordMigrations(trx, [migration]);
        }
        return true;
      });
    } catch (error) {
      if (!isLockError(error) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(PAUSE_MS + Math.random() * PAUSE_MS);
    }
  }
}

/** Uses a separate connection, since the connection that holds the lock is in a transaction. */
async function applyOutside(database: Kysely<Database>, [, migration]: NamedMigration): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql.raw(`set lock_timeout = '${CONCURRENT_LOCK_TIMEOUT}'`).execute(connection);
    try {
      await migration.up(connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** @returns the `needs` value of each applied migration by its name */
async function applied(database: Kysely<Database>): Promise<Map<string, string | null>> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('migration') is not null as exists
  `.execute(database);
  if (!found[0]?.exists) return new Map();
  // Databases of earlier releases do not have the column `needs`.
  const { rows } = await sql<{ name: string; needs: string | null }>`
    select name, to_jsonb(migration)->>'needs' as needs from migration
  `.execute(database);
  return new Map(rows.map(({ name, needs }) => [name, needs]));
}

function pending(done: ReadonlyMap<string, string | null>, list: readonly NamedMigration[]): NamedMigration[] {
  const known = new Set(list.map(([name]) => name));
  for (const [name, needs] of done) {
    if (known.has(name) || needs === null || known.has(needs)) continue;
    throw new Error(
      `The database was migrated by a later release: its migration ${name} removed what this release uses. Use a release that includes ${needs}.`,
    );
  }
  return list.filter(([name]) => !done.has(name));
}
