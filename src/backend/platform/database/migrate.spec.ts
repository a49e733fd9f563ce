import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { migrate } from './migrate.js';
import { openPool } from './pool.js';

describe('migrate', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('runs each migration once when two processes start together', async () => {
    const name = '0900-slow';
    const slow = {
      async up(database: Parameters<typeof migrate>[0]) {
        await sql`create table slow (n integer)`.execute(database);
        await sql`select pg_sleep(0.1)`.execute(database);
        await sql`insert into slow values (1)`.execute(database);
      },
    };
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(test.database);
    const known = rows.map((row) => [row.name, { up: () => Promise.resolve() }] as const);
    const other = openPool(test.target, silentLogger);
    const list = [...known, [name, slow] as const];
    const ran = await Promise.all([migrate(test.database, list), migrate(other, list)]);
    await other.destroy();
    expect(ran.flat()).toEqual([name]);
    const count = await sql<{ n: number }>`select count(*) as n from slow`.execute(test.database);
    expect(count.rows).toEqual([{ n: 1 }]);
  });

  it('changes nothing when a migration fails', async () => {
    const fresh = await createTestDatabase();
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(fresh.database);
    const known = rows.map((row) => [row.name, { up: () => Promise.resolve() }] as const);
    const list = [
      ...known,
      [
        '0900-good',
        {
          up: (database: typeof fresh.database) =>
            sql`create table good (n integer)`.execute(database).then(() => undefined),
        },
      ] as const,
      ['0901-bad', { up: () => Promise.reject(new Error('broken')) }] as const,
    ];
    await expect(migrate(fresh.database, list)).rejects.toThrow('broken');
    const found = await sql<{ exists: boolean }>`select to_regclass('good') is not null as exists`.execute(
      fresh.database,
    );
    expect(found.rows).toEqual([{ exists: false }]);
    await fresh.close();
  });

  it('refuses a database of a newer version', async () => {
    await expect(migrate(test.database, [])).rejects.toThrow('newer version');
  });
});
