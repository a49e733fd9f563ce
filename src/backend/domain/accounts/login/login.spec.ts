import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { Login } from './login.js';
import { argon2Passwords, needsRehash } from '../passwords/password-hash.js';
import { registrationAttempts } from '../account-links.js';
import { Sessions, SessionTokens } from '../sessions/sessions.js';

const now = new Date('2026-11-21T09:00:00Z');
// One pass instead of the current two: a different cost.
const OLD_COST = '$argon2id$v=19$m=19456,t=1,p=1$';

describe('Login', () => {
  let test: TestDatabase;
  const work: string[] = [];
  const counted = {
    ...argon2Passwords,
    hash: (password: string) => (work.push('hash'), argon2Passwords.hash(password)),
    verify: (password: string, stored: string) => (work.push('verify'), argon2Passwords.verify(password, stored)),
  };

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  function loginWith(hashing: typeof counted): Login {
    const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
    const sessions = new Sessions(test.database, new SessionTokens(['a-secret-of-this-test-alone-0123456789']), feed);
    return new Login(test.database, sessions, hashing);
  }

  it('[AUTH-18] checks two passwords before each refusal, whatever the account, at the same cost', async () => {
    const password_hash = await argon2Passwords.hash('the right one');
    const people = {
      known: { password_hash, email_verified: now },
      blocked: { password_hash, email_verified: now, blocked_at: now },
      unverified: { password_hash, email_verified: null },
      social: { password_hash: null, email_verified: now },
    };
    for (const [name, columns] of Object.entries(people))
      await test.database
        .insertInto('account')
        .values({ email: `${name}@people.test`, name, roles: [], ...columns })
        .execute();
    const costs: string[] = [];
    const verify = (password: string, stored: string) => {
      costs.push(stored.split('$').slice(0, 4).join('$'));
      return argon2Passwords.verify(password, stored);
    };
    const login = loginWith({ ...counted, verify });
    await login.logIn({ email: 'first@people.test', password: 'x', now });
    work.length = costs.length = 0;
    const tries = [...Object.keys(people), 'nobody'].map((name) => ({
      email: `${name}@people.test`,
      password: 'wrong',
      now,
    }));
    for (const attempt of tries) expect(await login.logIn(attempt)).toMatchObject({ ok: false });
    expect(costs).toHaveLength(2 * tries.length);
    expect(new Set(costs).size).toBe(1);
    expect(work).toEqual([]);
  });

  it('[AUTH-18] asks the last person who registered an address to confirm it, whether or not it has an account', async () => {
    const password_hash = await argon2Passwords.hash('the owner’s');
    const login = loginWith(counted);
    const attempt = await argon2Passwords.hash('the last one');
    for (const [name, columns] of Object.entries({
      taken: { password_hash, email_verified: now },
      waiting: { password_hash, email_verified: null },
      closed: { password_hash, email_verified: now, blocked_at: now },
    })) {
      const email = `${name}-address@people.test`;
      await test.database
        .insertInto('account')
        .values({ email, name, roles: [], ...columns })
        .execute();
      await registrationAttempts.record(test.database, { email, password_hash: attempt, now });
    }
    const email = 'no-account@people.test';
    await registrationAttempts.record(test.database, { email, password_hash: attempt, now });
    const said = async (address: string, password: string, at = now) => {
      const outcome = await login.logIn({ email: address, password, now: at });
      return outcome.ok ? 'in' : outcome.violations[0]!.rule;
    };
    for (const name of ['taken-address', 'waiting-address', 'closed-address', 'no-account']) {
      const address = `${name}@people.test`;
      expect({ name, said: await said(address, 'the last one') }).toEqual({ name, said: 'unconfirmed' });
      expect({ name, said: await said(address, 'another one') }).toEqual({ name, said: 'credentials' });
    }
    expect(await said('waiting-address@people.test', 'the owner’s')).toBe('credentials');
    expect(await said('closed-address@people.test', 'the owner’s')).toBe('blocked');
    expect(await said('taken-address@people.test', 'the owner’s')).toBe('in');
    const later = new Date(now.getTime() + 73 * 3_600_000);
    expect(await said('no-account@people.test', 'the last one', later)).toBe('credentials');
  });

  it('rehashes passwords that were hashed at another cost', async () => {
    const email = 'old@people.test';
    const made = await argon2Passwords.hash('the right one');
    await test.database
      .insertInto('account')
      .values({ email, name: 'Old', roles: [], email_verified: now, password_hash: made })
      .execute();
    expect([needsRehash(made), needsRehash(made.replace(/^\$.*p=1\$/, OLD_COST))]).toEqual([false, true]);
    const login = loginWith({ ...counted, needsRehash: () => true });
    expect(await login.logIn({ email, password: 'the right one', now })).toMatchObject({ ok: true });
    const row = await test.database
      .selectFrom('account')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(row?.password_hash).not.toBe(made);
    expect(await login.logIn({ email, password: 'the right one', now })).toMatchObject({ ok: true });
  });
});
