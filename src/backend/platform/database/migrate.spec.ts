import { sql, type Kysely } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { migrate } from './migrate.js';
import { openPool } from './pool.js';
import { createIndexConcurrently, type NamedMigration, type SchemaMigration } from './migrations/schema-migration.js';

const NOTHING: SchemaMigration = { up: () => Promise.resolve() };

function statement(text: string): SchemaMigration {
  return {
    up: (database) =>
      sql
        .raw(text)
        .execute(database)
        .then(() => undefined),
  };
}

async function tableExists(database: Kysely<never>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(database);
  return rows[0]!.exists;
}

describe('migrate', () => {
  let test: TestDatabase;
  let known: NamedMigration[];
  const database = () => test.database as unknown as Kysely<never>;

  beforeEach(async () => {
    test = await createTestDatabase();
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(test.database);
    known = rows.map(({ name }) => [name, NOTHING]);
  });
  afterEach(() => test.close());

  it('runs each migration once when two processes start together', async () => {
    const slow = statement('create table slow (n integer); select pg_sleep(0.1); insert into slow values (1)');
    const other = openPool(test.target, silentLogger);
    const list: NamedMigration[] = [...known, ['0900-slow', slow]];
    const ran = await Promise.all([migrate(test.database, list), migrate(other, list)]);
    await other.destroy();
    expect(ran.flat()).toEqual(['0900-slow']);
    const count = await sql<{ n: number }>`select count(*)::int as n from slow`.execute(test.database);
    expect(count.rows).toEqual([{ n: 1 }]);
  });

  it('keeps the migrations before a failing one, and continues from there at the next start', async () => {
    const good: NamedMigration = ['0900-good', statement('create table good (n integer)')];
    const bad: NamedMigration = ['0901-bad', statement('create table half (n integer); select 1 / 0')];
    await expect(migrate(test.database, [...known, good, bad])).rejects.toThrow('division by zero');
    expect(await tableExists(database(), 'good')).toBe(true);
    expect(await tableExists(database(), 'half')).toBe(false);
    const mended: NamedMigration = ['0901-bad', statement('create table half (n integer)')];
    expect(await migrate(test.database, [...known, good, mended])).toEqual(['0901-bad']);
  });

  it('[OPS-05] a release starts on a schema that a later one has expanded', async () => {
    await migrate(test.database, [...known, ['0900-later', statement('create table later (n integer)')]]);
    expect(await migrate(test.database, known)).toEqual([]);
  });

  it('[OPS-05] a release starts on a contracted schema if it no longer uses what was removed', async () => {
    const expand: NamedMigration = ['0900-expand', NOTHING];
    const contract: NamedMigration = ['0901-contract', { ...NOTHING, needs: '0900-expand' }];
    await migrate(test.database, [...known, expand, contract]);
    expect(await migrate(test.database, [...known, expand])).toEqual([]);
    await expect(migrate(test.database, known)).rejects.toThrow(
      'The database was migrated by a later release: its migration 0901-contract removed what this release uses. Use a release that includes 0900-expand.',
    );
  });

  it('gives way to transactions that wait behind it, and acquires its lock later', async () => {
    await sql`create table busy (n integer)`.execute(test.database);
    const list: NamedMigration[] = [...known, ['0900-alter', statement('alter table busy add column m integer')]];
    let migrated: Promise<string[]> | undefined;
    await test.database.transaction().execute(async (reader) => {
      await sql`select * from busy`.execute(reader);
      migrated = migrate(test.database, list);
      // The migration waits in the lock queue; while it waits, every later lock request waits behind it.
      for (;;) {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'alter table busy%'
        `.execute(test.database);
        if (rows.length > 0) break;
      }
      await sql`select * from busy`.execute(test.database);
    });
    expect(await migrated).toEqual(['0900-alter']);
  });

  it('creates an index while others write, even after an interrupted attempt', async () => {
    await sql`create table numbers (n integer)`.execute(test.database);
    await sql`insert into numbers values (1), (1)`.execute(test.database);
    const unique: SchemaMigration = {
      outsideTransaction: true,
      up: (pool) =>
        createIndexConcurrently(pool, 'numbers_n', 'create unique index concurrently numbers_n on numbers (n)'),
    };
    const list: NamedMigration[] = [...known, ['0900-index', unique]];
    await expect(migrate(test.database, list)).rejects.toThrow('could not create unique index');
    const isValid = async (): Promise<boolean[]> => {
      const { rows } = await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('numbers_n')
      `.execute(test.database);
      return rows.map(({ valid }) => valid);
    };
    expect(await isValid()).toEqual([false]);
    await sql`delete from numbers`.execute(test.database);
    expect(await migrate(test.database, list)).toEqual(['0900-index']);
    expect(await isValid()).toEqual([true]);
  });

  it('creates an index while another process waits for its turn to migrate', async () => {
    await sql`create table numbers (n integer)`.execute(test.database);
    const other = openPool(test.target, silentLogger);
    const isWaiting = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and query like '%advisory_xact_lock%'
          and pid <> pg_backend_pid()
      `.execute(test.database);
      return rows.length > 0;
    };
    let second: Promise<string[]> | undefined;
    const index: SchemaMigration = {
      outsideTransaction: true,
      async up(pool) {
        second ??= migrate(other, list);
        await waitFor('the other process asks for the lock', isWaiting);
        await createIndexConcurrently(pool, 'numbers_n', 'create index concurrently numbers_n on numbers (n)');
      },
    };
    const list: NamedMigration[] = [...known, ['0900-index', index]];
    expect(await migrate(test.database, list)).toEqual(['0900-index']);
    expect(await second).toEqual([]);
    await other.destroy();
  });
});

/** Tables without an index on what refers to them: the code never deletes their rows, and triggers prevent it for all but terms. */
const NEVER_DELETED = [
  'consent_info',
  'ledger_account',
  'ledger_grant',
  'ledger_transfer',
  'product',
  'product_price',
  'term',
];

/** @returns foreign keys, as `table.column`, whose rows are not found by an index when the row that they refer to is deleted */
async function unindexedForeignKeys(database: TestDatabase['database']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.conrelid::regclass || '.' || string_agg(c.attname, ',') as name
    from pg_constraint f join pg_attribute c on c.attrelid = f.conrelid and c.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid::regclass::text <> all(${NEVER_DELETED}::text[])
    group by f.oid
    -- A lookup by the columns implies only that they are not null, so no other partial index serves.
    having not exists (
      select from pg_index i
      where i.indrelid = f.conrelid and i.indisvalid and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', min(c.attname)))
    )
    order by name
  `.execute(database);
  return rows.map(({ name }) => name);
}

it('the rows that refer to a row are found by an index when it is deleted', async () => {
  const test = await createTestDatabase();
  expect(await unindexedForeignKeys(test.database)).toEqual([]);
  await sql`drop index job_charge_subscription, account_organization`.execute(test.database);
  expect(await unindexedForeignKeys(test.database)).toEqual([
    'account.active_organization',
    'job_charge.subscription_id',
  ]);
  await test.close();
});
