import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from './schema.js';
import { migrations } from './migrations/list.js';

// Any number will do, as long as every process of every version takes the same one.
const LOCK = 4_217_001;

type NamedMigration = readonly [name: string, migration: Migration];

/**
 * Brings a database to the newest schema. Safe to call from several processes at once: one works, the others wait.
 * All pending migrations run in one transaction.
 *
 * @returns the names of the migrations that this call ran.
 * @throws when the database has been migrated by a newer version, or a migration fails (nothing has changed then).
 */
export async function migrate(
  database: Kysely<Database>,
  list: readonly NamedMigration[] = migrations,
): Promise<string[]> {
  if (pending(await applied(database), list).length === 0) return [];
  return database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await sql`
      create table if not exists migration (name text primary key, applied_at timestamptz not null default now())
    `.execute(trx);
    const todo = pending(await applied(trx), list);
    for (const [name, migration] of todo) {
      await migration.up(trx);
      await sql`insert into migration (name) values (${name})`.execute(trx);
    }
    return todo.map(([name]) => name);
  });
}

async function applied(database: Kysely<Database>): Promise<Set<string>> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('migration') is not null as exists
  `.execute(database);
  if (!found[0]?.exists) return new Set();
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(database);
  return new Set(rows.map((row) => row.name));
}

function pending(done: Set<string>, list: readonly NamedMigration[]): NamedMigration[] {
  const known = new Set(list.map(([name]) => name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The database is of a newer version of this program: it has the migrations ${unknown.join(', ')}.`);
  }
  return list.filter(([name]) => !done.has(name));
}
