import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A change of the schema. Releases run side by side while they are exchanged, so one that is released is never changed, and there are two kinds: what
 * expands the schema (new tables, columns, indexes) leaves the release before working; what contracts it (drops, renames) says by `needs` since when
 * no program uses what it takes away.
 */
export interface SchemaMigration {
  /** @param inTransaction whether it runs in a transaction; a backup is restored in one, while nobody else uses the database */
  up(...args: [...Parameters<Migration['up']>, inTransaction?: boolean]): Promise<void>;
  /** Of a migration that contracts: the migration that a program has to know of to use the schema after this one. */
  needs?: string;
  /**
   * Whether it runs outside of a transaction, as `create index concurrently` has to; then it may be interrupted, and has to be able to run again.
   * Where a backup is restored, it runs in the transaction of the others all the same.
   */
  outsideTransaction?: boolean;
}

export type NamedMigration = readonly [name: string, migration: SchemaMigration];

/**
 * Makes an index while others write, for migrations outside of a transaction.
 *
 * An attempt that was interrupted leaves an index that PostgreSQL does not use and that `if not exists` would take for made; it is dropped first.
 *
 * @param statement the whole `create index concurrently NAME …`
 * @param inTransaction as the migration is told: the index is made in it, while nobody writes
 */
export async function createIndexConcurrently(
  database: Kysely<unknown>,
  name: string,
  statement: string,
  inTransaction = false,
): Promise<void> {
  if (inTransaction) {
    await sql.raw(statement.replace(/\bconcurrently\b/i, '')).execute(database);
    return;
  }
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})
  `.execute(database);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql`drop index concurrently ${sql.id(name)}`.execute(database);
  await sql.raw(statement).execute(database);
}
