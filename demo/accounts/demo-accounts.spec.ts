import { createTestDatabase, silentLogger, type TestDatabase } from '../../test/support/database.js';
import { openPool } from '../../src/backend/platform/database/pool.js';
import { provideDemoAccounts } from './demo-accounts.js';
import { hashPassword, verifyPassword } from '../../src/backend/domain/accounts/passwords/password-hash.js';

const now = new Date('2026-11-21T00:00:00Z');

describe('provideDemoAccounts', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  const hashes = async () =>
    (await test.database.selectFrom('account').select(['email', 'password_hash']).orderBy('email').execute()).map(
      (row) => row.password_hash ?? '',
    );

  it('creates the accounts once, and returns their password only to the process that created them', async () => {
    const other = openPool(test.target, silentLogger);
    const both = await Promise.all([
      provideDemoAccounts(test.database, undefined, now),
      provideDemoAccounts(other, undefined, now),
    ]);
    await other.destroy();
    const passwords = both.map(({ password }) => password).filter((password) => password !== undefined);
    expect(passwords).toHaveLength(1);
    expect(both[0].accounts.map(({ email }) => email)).toEqual([
      'applicant@demo.causeboard.test',
      'recruiter@demo.causeboard.test',
      'editor@demo.causeboard.test',
      'siteadmin@demo.causeboard.test',
      'admin@demo.causeboard.test',
    ]);
    const made = await hashes();
    expect(await Promise.all(made.map((hash) => verifyPassword(passwords[0] ?? '', hash)))).toEqual(
      Array(5).fill(true),
    );

    expect(await provideDemoAccounts(test.database, undefined, now)).toEqual({ accounts: both[0].accounts });
    expect(await hashes()).toEqual(made);
  });

  it('sets the given password', async () => {
    expect(await provideDemoAccounts(test.database, 'a new one', now)).toMatchObject({ password: 'a new one' });
    const made = await hashes();
    expect(await Promise.all(made.map((hash) => verifyPassword('a new one', hash)))).toEqual(Array(5).fill(true));
    await provideDemoAccounts(test.database, 'a new one', now);
    expect(await hashes()).toEqual(made);
  });
});

describe('hashPassword', () => {
  it('uses a salt, and accepts only the right password', async () => {
    const [one, two] = await Promise.all([hashPassword('Größe'), hashPassword('Größe')]);
    expect(one).not.toBe(two);
    expect(await verifyPassword('Gro\u0308ße', one)).toBe(true);
    expect(await verifyPassword('Grösse', one)).toBe(false);
    expect(await verifyPassword('', 'nonsense')).toBe(false);
  });
});
