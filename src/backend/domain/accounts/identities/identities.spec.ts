import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../../test/support/database.js';
import type { Backend } from '#contract/backend/backend.js';
import { IDENTITY_ASSERTION, type AssertionClaims } from '#contract/backend/signed-tokens.js';
import { hkdfSync, randomUUID } from 'node:crypto';
import { startBackend } from '../../../index.js';
import { hashPassword } from '../passwords/password-hash.js';

const SECRETS = ['a-new-secret-of-this-test-0123456789', 'an-old-secret-of-this-test-0123456789'];
const PASSWORD = 'a long way to Tipperary';

interface LoginAnswer {
  jwt: string | null;
  isNewUser?: boolean;
  notLinked?: boolean;
  refusal?: string | null;
  errors: { message: string }[];
}

describe('identities', () => {
  let test: TestDatabase;
  let backend: Backend;
  let now = new Date('2026-11-21T09:00:00Z');
  let people = 0;

  beforeAll(async () => {
    test = await createTestDatabase();
    const site = { name: 'default', languages: ['en', 'de'], countries: ['CA'], demo: 'international' as const };
    backend = await startBackend({
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      sites: [site],
      demoData: false,
      secrets: SECRETS,
      logger: silentLogger,
      clock: () => now,
    });
  }, 60_000);
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  /** Creates an assertion as the web tier signs it. */
  function assert(claims: Partial<AssertionClaims> & { sub: string }, secret = SECRETS[0]!, at = now): Promise<string> {
    const { algorithm, issuer, keyPurpose, seconds } = IDENTITY_ASSERTION;
    return new SignJWT({ provider: 'google', emailVerified: true, role: 'applicant', ...claims })
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(issuer)
      .setAudience('login')
      .setJti(randomUUID())
      .setIssuedAt(at)
      .setExpirationTime(new Date(at.getTime() + seconds * 1000))
      .sign(new Uint8Array(hkdfSync('sha256', secret, '', keyPurpose, 32)));
  }

  async function ask<T>(field: string, jwt?: string | null, locale = 'en'): Promise<T> {
    const headers: Record<string, string> = { 'x-causeboard-frontend': `default; locale=${locale}` };
    if (jwt) headers.authorization = `Bearer ${jwt}`;
    const query = field.startsWith('getUser') ? `{ ${field} }` : `mutation { ${field} }`;
    const { data, errors } = await backend.execute({ operationName: '', query, headers });
    if (errors) throw new Error(JSON.stringify(errors));
    return Object.values(data ?? {})[0] as T;
  }

  const logIn = (assertion: string, locale?: string) =>
    ask<LoginAnswer>(
      `loginWithIdentity(assertion: "${assertion}") { jwt isNewUser notLinked refusal errors { message } }`,
      undefined,
      locale,
    );
  const confirm = (token: string) =>
    ask<LoginAnswer>(`confirmIdentityLink(token: "${token}") { jwt errors { message } }`);

  async function person(
    columns: { email_verified?: Date | null; blocked_at?: Date; roles?: string[] } = {},
  ): Promise<string> {
    const email = `person${++people}@people.test`;
    const password_hash = await hashPassword(PASSWORD);
    await test.database
      .insertInto('account')
      .values({ email, name: 'Mallory', first_name: 'Mallory', roles: ['applicant'], password_hash, ...columns })
      .execute();
    return email;
  }

  async function linkFor(email: string): Promise<string> {
    const { rows } = await sql<{ path: string }>`
      select details ->> 'path' as path from mail where recipient = ${email} and template = 'link-identity' order by id desc
    `.execute(test.database);
    return new URLSearchParams(rows[0]?.path.split('?')[1]).get('token') ?? '';
  }

  const passwordWorks = async (email: string) =>
    (await ask<LoginAnswer>(`userLogin(email: "${email}", password: "${PASSWORD}") { jwt errors { message } }`)).jwt !==
    null;

  it('[AUTH-16] [CONSENT-03] a new account agrees to the text beside the button, if that is still the current one', async () => {
    const { rows: revisions } = await sql<{ id: number }>`
      select r.id from consent_revision r join consent_info i on i.id = r.info_id
      where i.type = 'PRIVACY_POLICY' and i.placement = 'REGISTRATION'`.execute(test.database);
    const consentRevisionId = String(revisions[0]!.id);
    const consentsOf = async (email: string) => {
      const { rows } = await sql<object>`
        select revision_id::text as revision, c.email, locale, method from user_consent c join account a on a.id = c.account_id
        where a.email = ${email}`.execute(test.database);
      return rows;
    };
    const register = async (name: string, shown: string | undefined) => {
      const email = `${name}@people.test`;
      const identity = { sub: name, email, consentRevisionId: shown };
      expect((await logIn(await assert(identity), 'en-CA')).isNewUser).toBe(true);
      return consentsOf(email);
    };
    const agreed = { revision: consentRevisionId, email: 'agrees@people.test', locale: 'en-CA', method: 'social' };
    expect(await register('agrees', consentRevisionId)).toEqual([agreed]);
    expect(await register('sees-none', undefined)).toEqual([]);
    expect(await register('sees-another', '9999')).toEqual([]);
    // A login to an existing account is not a consent.
    await logIn(await assert({ sub: 'sees-none', email: 'sees-none@people.test', consentRevisionId }));
    expect(await consentsOf('sees-none@people.test')).toEqual([]);
  });

  it('[AUTH-08] a new account is verified, has no password, and only a role that people may choose', async () => {
    const answer = await logIn(
      await assert({ sub: 'new', email: ' New@People.test ', role: 'recruiter', firstName: 'R' }),
    );
    expect(answer).toMatchObject({ isNewUser: true, notLinked: false, refusal: null, errors: [] });
    const user = await ask('getUser { email name roles { targetId } isUserApprovedAndVerified }', answer.jwt);
    const expected = { email: 'new@people.test', name: 'R', roles: [{ targetId: 'recruiter' }] };
    expect(user).toEqual({ ...expected, isUserApprovedAndVerified: true });
    const { rows } = await sql`select password_hash from account where email = 'new@people.test'`.execute(
      test.database,
    );
    expect(rows).toEqual([{ password_hash: null }]);
    await expect(
      logIn(await assert({ sub: 'bad', email: 'bad@people.test', role: 'administrator' as 'recruiter' })),
    ).resolves.toMatchObject({ refusal: 'assertion' });
  });

  it('[AUTH-08] two first logins at once make one account', async () => {
    const claims = { sub: 'twice', email: 'twice@people.test' };
    const answers = await Promise.all([1, 2, 3].map(async () => logIn(await assert(claims))));
    expect(answers.map(({ jwt, isNewUser }) => [jwt !== null, isNewUser]).sort()).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  it('[AUTH-08] refuses a blocked account by identity and by address', async () => {
    const email = await person({ email_verified: now, blocked_at: now });
    expect(await logIn(await assert({ sub: 'blocked', email }))).toMatchObject({ jwt: null, refusal: 'blocked' });
    expect(await linkFor(email)).toBe('');
    const claims = { sub: 'later', email: 'later@people.test' };
    await logIn(await assert(claims));
    await sql`update account set blocked_at = now() where email = 'later@people.test'`.execute(test.database);
    expect(await logIn(await assert(claims))).toMatchObject({ jwt: null, refusal: 'blocked' });
  });

  it('[AUTH-08] details entered for an unverified address are removed when its owner follows the link', async () => {
    const email = await person();
    expect(await logIn(await assert({ sub: 'owner', email }))).toMatchObject({ jwt: null, notLinked: true });
    const { jwt } = await confirm(await linkFor(email));
    const user = await ask('getUser { email name firstName }', jwt);
    expect(user).toEqual({ email, name: email.split('@')[0], firstName: null });
    expect(await passwordWorks(email)).toBe(false);
  });

  it('[AUTH-08] the role and the name are then those of the login with the provider', async () => {
    const email = await person({ roles: ['recruiter'] });
    await logIn(await assert({ sub: 'ann', email, role: 'applicant', firstName: 'Ann', lastName: 'Lee' }));
    const { jwt } = await confirm(await linkFor(email));
    const user = await ask('getUser { name firstName lastName roles { targetId } }', jwt);
    expect(user).toMatchObject({
      name: 'Ann Lee',
      firstName: 'Ann',
      lastName: 'Lee',
      roles: [{ targetId: 'applicant' }],
    });
    const verified = await person({ roles: ['recruiter'], email_verified: now });
    await logIn(await assert({ sub: 'owner of both', email: verified, role: 'applicant', firstName: 'Ann' }));
    const own = await confirm(await linkFor(verified));
    expect(await ask('getUser { name roles { targetId } }', own.jwt)).toMatchObject({
      name: 'Mallory',
      roles: [{ targetId: 'recruiter' }],
    });
  });

  it('[AUTH-08] a verified account keeps its password, and a link works for an hour', async () => {
    const email = await person({ email_verified: now });
    await logIn(await assert({ sub: 'hour', email }));
    const token = await linkFor(email);
    now = new Date(now.getTime() + 3_601_000);
    expect(await confirm(token)).toMatchObject({ jwt: null });
    await logIn(await assert({ sub: 'hour', email }));
    expect((await confirm(await linkFor(email))).jwt).not.toBeNull();
    expect(await passwordWorks(email)).toBe(true);
  });

  it('[AUTH-08] addresses count only if the provider has verified them; the message is in the language of the page', async () => {
    const email = await person({ email_verified: now });
    for (const address of [email, 'nobody@people.test', undefined, 'no address']) {
      const claims = { sub: 'unsure', email: address, emailVerified: address === 'no address' };
      const answer = await logIn(await assert(claims), 'de');
      expect(answer).toMatchObject({ jwt: null, refusal: 'unverifiedEmail', notLinked: false });
      expect(answer.errors[0]!.message).toContain('Der andere Dienst bestätigt nicht');
    }
    expect(await linkFor(email)).toBe('');
    const noRole = await logIn(await assert({ sub: 'none', email: 'none@people.test', role: undefined }));
    expect(noRole).toMatchObject({ jwt: null, refusal: 'noRole' });
  });

  it('[AUTH-08] assertions are taken for a minute, and of older secrets while keys rotate', async () => {
    const claims = { sub: 'time', email: 'time@people.test' };
    expect((await logIn(await assert(claims, SECRETS[1]))).jwt).not.toBeNull();
    const old = new Date(now.getTime() - 80_000);
    expect(await logIn(await assert(claims, SECRETS[0], old))).toMatchObject({ refusal: 'assertion' });
    const early = new Date(now.getTime() + 80_000);
    expect(await logIn(await assert(claims, SECRETS[0], early))).toMatchObject({ refusal: 'assertion' });
  });
});
