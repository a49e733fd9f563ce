import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { readTables, type Table, siteConditions } from './backup-tables.js';

describe('the rows of a site', () => {
  let test: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    test = await createTestDatabase();
    client = new pg.Client(test.target);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await test.close();
  });

  it('[OPS-05] are defined for every table', async () => {
    const tables = await readTables(client);
    const conditions = siteConditions(tables);
    expect(tables.length).toBeGreaterThan(80);
    for (const { name } of tables) {
      const condition = conditions.get(name)!.replaceAll('$1', "'uk'");
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${name} where ${condition}`);
      expect(rows).toHaveLength(1);
    }
  });

  it('[OPS-05] are never guessed: a table without a rule is an error', () => {
    const pet: Table = { name: 'pet', columns: [{ name: 'id', type: 'bigint' }], references: [] };
    expect(() => siteConditions([pet])).toThrow('It is not defined to which site the rows of pet belong');
  });
});
