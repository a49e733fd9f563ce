import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { seedTerms } from '../prepare-database.js';

describe('the terms of a new database', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('are the same for processes that start at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      await test.database.deleteFrom('term').execute();
      const catalogs = await Promise.all(Array.from({ length: 6 }, () => seedTerms(test.database)));
      const stored = await test.database.selectFrom('term').selectAll().execute();
      expect(stored.length).toBeGreaterThan(100);
      for (const catalog of catalogs) expect(stored.every(({ tid }) => catalog.find(tid))).toBe(true);
    }
  });
});
