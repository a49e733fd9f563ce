import { randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { waitFor } from '../../../test/support/wait-for.js';
import type { Backend } from '../../contract/backend.js';
import { startBackend } from '../index.js';
import { hashPassword } from './password-hash.js';

const SECRET = 'a-secret-of-this-test-alone-0123456789';
const PASSWORD = 'a long way to Tipperary';
const WRONG = 'The email address or the password is wrong';
const BROKEN = 'This link does not work any more. Please ask for a new one';

interface Outcome {
  jwt?: string | null;
  errors: { field: string | null; message: string }[];
}

describe('accounts', () => {
  let test: TestDatabase;
  const backends: Backend[] = [];
  let now = new Date('2026-11-21T09:00:00Z');
  let hash: string;
  let people = 0;
  const logged: string[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    const site = { name: 'default', languages: ['en', 'de'], countries: ['CA'], demo: 'international' as const };
    const log = (details: unknown, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`);
    const options = {
      ...{ dataDir: 'none', searchMemoryMb: 0, databaseUrl: test.url, sites: [site], demoData: false },
      ...{ secrets: [SECRET], logger: { info: log, warn: log, error: log }, clock: () => now },
    };
    for (let count = 0; count < 2; count++) backends.push(await startBackend(options));
    hash = await hashPassword(PASSWORD);
  }, 60_000);
  beforeEach(() => {
    now = new Date('2026-11-21T09:00:00Z');
  });
  afterAll(async () => {
    for (const backend of backends) await backend.close();
    await test.close();
  });

  /** @param process of the two that share the database */
  async function ask<T = Outcome>(field: string, jwt?: string | null, process = 0): Promise<T> {
    const { data, errors } = await send(field, jwt, process);
    if (errors) throw new Error(JSON.stringify(errors));
    return Object.values(data ?? {})[0] as T;
  }

  function send(field: string, jwt?: string | null, process = 0, locale = 'en') {
    const isQuery = /^(getUser|exportMyData|users|auditEvents|updatable|creditBalance|getSubscriptions)/.test(field);
    const query = `${isQuery ? 'query' : 'mutation'} { ${field} }`;
    const headers: Record<string, string> = { 'x-causeboard-frontend': `default; locale=${locale}` };
    if (jwt) headers.authorization = `Bearer ${jwt}`;
    return backends[process]!.execute({ operationName: '', query, headers });
  }

  async function person(role = 'applicant', columns: { email_verified?: Date | null; blocked_at?: Date } = {}) {
    const email = `person${++people}@people.test`;
    const { id } = await test.database
      .insertInto('account')
      .values({ ...{ email, name: email, roles: [role], password_hash: hash, email_verified: now }, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, email };
  }

  const logIn = (email: string, password = PASSWORD, more = '') =>
    ask(`userLogin(email: "${email}", password: "${password}"${more}) { jwt errors { field message } }`);
  const jwtOf = async (email: string, password = PASSWORD) => (await logIn(email, password)).jwt!;
  const userOf = (jwt: string, process = 0) => ask<{ email: string } | null>('getUser { email }', jwt, process);
  const register = (email: string, more = '', role = 'applicant') =>
    ask(
      `registerUser(input: { role: ${role}, email: "${email}", password: "${PASSWORD}", consent: true ${more} }) { errors { field message } }`,
    );
  const reset = (token: string, password: string) =>
    ask(`resetPassword(token: "${token}", password: "${password}") { errors { field message } }`);

  async function mailsTo(email: string) {
    const rows = await test.database
      .selectFrom('mail')
      .select(['template', 'details'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    return rows.map(({ template, details }) => ({ template, token: details.path?.split('=')[1] ?? '' }));
  }

  async function resetToken(email: string): Promise<string> {
    const before = (await mailsTo(email)).length;
    await ask(`requestPasswordReset(email: "${email}") { errors { message } }`);
    await waitFor('a mail', async () => (await mailsTo(email)).length > before);
    return (await mailsTo(email)).at(-1)!.token;
  }

  describe('logging in', () => {
    it('[AUTH-18] says the same to whoever gets it wrong, and to whoever may not', async () => {
      const known = await person();
      const blocked = await person('applicant', { blocked_at: now });
      const unverified = await person('applicant', { email_verified: null });
      const refused = { jwt: null, errors: [{ field: null, message: WRONG }] };
      expect(await logIn(known.email, 'not the password')).toEqual(refused);
      expect(await logIn('nobody@people.test')).toEqual(refused);
      expect(await logIn('not an address')).toEqual(refused);
      expect(await logIn(blocked.email)).toEqual(refused);
      expect(await logIn(unverified.email)).toEqual(refused);
      expect(await logIn(known.email, 'x'.repeat(5000))).toEqual(refused);
      expect((await logIn('', '')).errors.map(({ field }) => field)).toEqual(['email', 'password']);
      expect(await userOf(await jwtOf(` ${known.email.toUpperCase()} `))).toEqual({ email: known.email });
    });

    it('takes no token of another key, none that is unsigned, and none whose session has ended', async () => {
      const { id, email } = await person();
      const jwt = await jwtOf(email);
      const { jti } = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as { jti: string };
      const claims = { sub: id, jti, iss: 'causeboard' };
      const foreign = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(randomBytes(32));
      const bare = new UnsecuredJWT(claims).setExpirationTime('1h').encode();
      const [, payload, signature] = jwt.split('.');
      const header = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const token of [foreign, bare, `${header}.${payload}.${signature}`, jwt.slice(0, -4), 'x', `${jwt}x`])
        expect(await userOf(token)).toBeNull();
      expect(await userOf(jwt)).toEqual({ email });
      now = new Date(now.getTime() + 2_592_001_000 + 20_000);
      expect(await userOf(jwt)).toBeNull();
    });

    it('gives what an anonymous visitor kept to the first account that comes with the token', async () => {
      const [one, other] = [await person(), await person()];
      const token = randomBytes(24).toString('base64url');
      await logIn(one.email, PASSWORD, `, anonymousUserToken: "${token}"`);
      await logIn(other.email, PASSWORD, `, anonymousUserToken: "${token}"`);
      await logIn(other.email, PASSWORD, ', anonymousUserToken: "short"');
      const rows = await test.database.selectFrom('anonymous_visitor').select('account_id').execute();
      expect(rows).toEqual([{ account_id: one.id }]);
    });
  });

  describe('sessions', () => {
    it('[AUTH-10] end at once in every process', async () => {
      const { email, id } = await person();
      const [one, two] = [await jwtOf(email), await jwtOf(email)];
      for (const process of [0, 1]) expect(await userOf(one, process)).toEqual({ email });
      await ask('userLogout', one, 0);
      for (const process of [0, 1]) expect(await userOf(one, process)).toBeNull();
      expect(await userOf(two, 1)).toEqual({ email });
      await ask('userLogoutEverywhere', two, 0);
      expect(await userOf(two, 1)).toBeNull();
      const three = await jwtOf(email);
      expect(await userOf(three, 1)).toEqual({ email });
      await test.database.updateTable('account').set({ blocked_at: now }).where('id', '=', id).execute();
      expect(await userOf(three, 1)).toBeNull();
    });

    it('[AUTH-19] tell a change of the account at once', async () => {
      const { email, id } = await person('recruiter');
      const jwt = await jwtOf(email);
      const me = (process: number) =>
        ask('getUser { displayName organization { name ownerId } isEligibleForJobApply }', jwt, process);
      expect(await me(1)).toEqual({ displayName: email, organization: null, isEligibleForJobApply: false });
      await sql`insert into organization (id, site, slug, name, language, source, source_key)
        values (70, 'default', 's', 'Seventy', 'en', 'test', '70')`.execute(test.database);
      await test.database
        .insertInto('organization_member')
        .values({ organization_id: 70, account_id: id, role: 'owner' })
        .execute();
      expect(await me(1)).toMatchObject({ organization: { name: 'Seventy', ownerId: id } });
      await sql`update organization set name = 'Renamed' where id = 70`.execute(test.database);
      expect(await me(1)).toMatchObject({ organization: { name: 'Renamed' } });
    });
  });

  describe('registration', () => {
    it('[AUTH-11] verifies the address by the link and the password, once', async () => {
      expect(await register('new@people.test', ', organizationName: "New Hope"', 'recruiter')).toEqual({ errors: [] });
      expect(await logIn('new@people.test')).toMatchObject({ jwt: null });
      const [mail] = await mailsTo('new@people.test');
      const verify = (token: string, password = PASSWORD) =>
        ask(`verifyEmail(token: "${token}", password: "${password}") { jwt errors { field message } }`);
      expect(mail?.template).toBe('verify-email');
      expect((await verify(mail!.token, 'not the password')).jwt).toBeNull();
      for (const guess of [
        '',
        'x',
        mail!.token.slice(1),
        mail!.token.toLowerCase(),
        randomBytes(32).toString('base64url'),
      ])
        expect((await verify(guess)).errors[0]?.message).toBe(BROKEN);
      const { jwt } = await verify(mail!.token);
      expect(await ask('getUser { isUserApprovedAndVerified organization { name } }', jwt)).toEqual({
        isUserApprovedAndVerified: true,
        organization: { name: 'New Hope' },
      });
      expect((await verify(mail!.token)).errors[0]?.message).toBe(BROKEN);
    });

    it('shows an organization to its owner and nobody else until it is public', async () => {
      const { rows } = await sql<{ id: number }>`select id from organization where name = 'New Hope'`.execute(
        test.database,
      );
      const id = rows[0]!.id;
      const query = `{ organizationProfile(id: "${id}") { id } getRoutInfo(slug: "/organization/${id}/new-hope") { __typename } }`;
      const headers = { 'x-causeboard-frontend': 'default; locale=en' };
      const { data } = await backends[0]!.execute({ operationName: '', query, headers });
      expect(data).toEqual({ organizationProfile: null, getRoutInfo: { __typename: 'RouteError' } });
      const profiles = 'updatableOrganizationProfiles { name organization { id } }';
      expect(await ask(profiles, await jwtOf('new@people.test'))).toEqual([
        { name: 'New Hope', organization: { id: String(id) } },
      ]);
    });

    it('[AUTH-11] [AUTH-18] does not tell of an account, and takes nothing from it', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      expect(await register(email, ', firstName: "Mallory"')).toEqual({ errors: [] });
      expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['already-registered']);
      expect(await userOf(jwt)).toEqual({ email });
      const row = await test.database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ password_hash: hash, first_name: null, roles: ['applicant'] });
    });

    it('leaves an address that somebody else registered to whoever reads its mail', async () => {
      const email = 'victim@people.test';
      await register(email, ', firstName: "Mallory", organizationName: "Mallory Ltd"', 'recruiter');
      const [stolen] = await mailsTo(email);
      const { id } = await test.database
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      await sql`insert into account_identity values ('google', 'mallory', ${id}, now())`.execute(test.database);
      await register(email);
      const { token } = (await mailsTo(email)).at(-1)!;
      expect(await reset(token, 'the owner chose this')).toEqual({ errors: [] });
      expect((await logIn(email)).jwt).toBeNull();
      const jwt = await jwtOf(email, 'the owner chose this');
      expect(await ask('getUser { firstName displayName organization { id } }', jwt)).toEqual({
        firstName: null,
        displayName: 'victim',
        organization: null,
      });
      expect((await sql`select from account_identity where account_id = ${id}`.execute(test.database)).rows).toEqual(
        [],
      );
      const verify = `verifyEmail(token: "${stolen!.token}", password: "the owner chose this") { jwt errors { message } }`;
      expect((await ask(verify)).errors[0]?.message).toBe(BROKEN);
    });

    it('[VALID-03] names what is wrong, by field', async () => {
      const wrong = `registerUser(input: { role: administrator, email: "x", password: "1q2w3e4r5t", consent: false,
        firstName: "${'x'.repeat(121)}" }) { errors { field message } }`;
      expect((await ask(wrong)).errors).toEqual([
        { field: 'email', message: 'Please provide a valid email address' },
        { field: 'password', message: 'Please choose a password that fewer people use' },
        { field: 'firstName', message: 'Please use at most 120 characters' },
        { field: 'role', message: 'Please say whether you are looking for work or for people' },
        { field: 'consent', message: 'Please accept the terms and conditions' },
      ]);
    });
  });

  describe('a forgotten password', () => {
    it('[AUTH-12] is set anew by a link that works once, for an hour, and ends all sessions', async () => {
      const { email } = await person();
      const session = await jwtOf(email);
      const old = await resetToken(email);
      const token = await resetToken(email);
      expect((await reset(old, 'a brand new one')).errors[0]?.message).toBe(BROKEN);
      expect((await reset(token, 'short')).errors[0]?.field).toBe('password');
      expect(await reset(token, 'a brand new one')).toEqual({ errors: [] });
      expect(await userOf(session, 1)).toBeNull();
      expect((await reset(token, 'another new one')).errors[0]?.message).toBe(BROKEN);
      expect((await logIn(email)).jwt).toBeNull();
      expect((await logIn(email, 'a brand new one')).jwt).toEqual(expect.any(String));
      expect((await mailsTo(email)).at(-1)?.template).toBe('password-changed');
      const late = await resetToken(email);
      now = new Date(now.getTime() + 3_601_000);
      expect((await reset(late, 'yet another one')).errors[0]?.message).toBe(BROKEN);
    });

    it('[AUTH-12] [AUTH-18] is answered alike for strangers, before anything is looked up', async () => {
      const { email } = await person();
      const blocked = await person('applicant', { blocked_at: now });
      const lock = await test.database.startTransaction().execute();
      await sql`lock table account in access exclusive mode`.execute(lock);
      for (const address of [email, 'nobody@people.test', blocked.email])
        expect(await ask(`requestPasswordReset(email: "${address}") { errors { message } }`)).toEqual({ errors: [] });
      await lock.rollback().execute();
      await waitFor('a mail', async () => (await mailsTo(email)).length === 1);
      expect(await mailsTo('nobody@people.test')).toEqual([]);
      expect(await mailsTo(blocked.email)).toEqual([]);
    });
  });

  describe('one’s own account', () => {
    const change = (jwt: string, current: string, wanted: string) =>
      ask(`changePassword(currentPassword: "${current}", newPassword: "${wanted}") { errors { field message } }`, jwt);
    const changeEmail = (jwt: string, email: string, current = PASSWORD) =>
      ask(`changeEmail(currentPassword: "${current}", email: "${email}") { errors { field message } }`, jwt);
    const confirm = (token: string) => ask(`confirmEmailChange(token: "${token}") { errors { message } }`);
    const remove = (jwt: string, current = PASSWORD) =>
      ask(`deleteAccount(currentPassword: "${current}") { errors { field message } }`, jwt);

    it('[APP-08] changes the password, and ends the other sessions', async () => {
      const { email } = await person();
      const [mine, other] = [await jwtOf(email), await jwtOf(email)];
      expect((await change(mine, 'not the password', 'a brand new one')).errors[0]?.field).toBe('currentPassword');
      expect(await userOf(other)).toEqual({ email });
      const link = await resetToken(email);
      expect(await change(mine, PASSWORD, 'a brand new one')).toEqual({ errors: [] });
      expect(await userOf(mine)).toEqual({ email });
      expect(await userOf(other)).toBeNull();
      expect((await reset(link, 'another new one')).errors[0]?.message).toBe(BROKEN);
      expect((await logIn(email, 'a brand new one')).jwt).toEqual(expect.any(String));
    });

    it('[APP-08] changes the address by a link to the new one, and tells the old one', async () => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      const wanted = `moved.${email}`;
      expect((await changeEmail(jwt, wanted, 'not the password')).errors[0]?.field).toBe('currentPassword');
      await changeEmail(jwt, wanted);
      expect(await userOf(jwt)).toEqual({ email });
      const [mail] = await mailsTo(wanted);
      // Somebody takes the address in between, without its mail.
      await register(wanted);
      expect(await confirm(mail!.token)).toEqual({ errors: [] });
      expect(await userOf(jwt, 1)).toEqual({ email: wanted });
      expect((await mailsTo(email)).at(-1)?.template).toBe('email-changed');
      expect((await confirm(mail!.token)).errors[0]?.message).toBe(BROKEN);
      const taken = await person();
      expect(await changeEmail(jwt, taken.email)).toEqual({ errors: [] });
      expect(await mailsTo(taken.email)).toEqual([]);
    });

    it('[APP-08] gives all that is stored, and nothing that lets others in', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      await resetToken(email);
      const text = await ask<string>('exportMyData', jwt);
      const data = JSON.parse(text) as Record<string, unknown>;
      expect(data).toMatchObject({ account: { id, email, has_password: true }, mail: [{ recipient: email }] });
      expect(text).not.toMatch(/argon2|digest|token/);
      const { rows } = await sql<{ name: string }>`
        select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'account'::regclass order by 1
      `.execute(test.database);
      // A table that refers to accounts belongs into the export.
      expect(Object.keys(data)).toEqual(expect.arrayContaining(['account', 'mail', ...rows.map(({ name }) => name)]));
    });

    it('[APP-08] deletes itself with everything, and leaves no trace of the person', async () => {
      const { email, id } = await person('recruiter');
      const jwt = await jwtOf(email);
      await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
        values (80, 'default', 's', 'Eighty', 'en', 'test', '80', 'public'), (81, 'default', 's', 'Draft', 'en', 'test', '81', 'pending')`.execute(
        test.database,
      );
      await sql`insert into organization_member values (80, ${id}, 'owner'), (81, ${id}, 'owner')`.execute(
        test.database,
      );
      expect((await remove(jwt, 'not the password')).errors[0]?.field).toBe('currentPassword');
      expect((await remove(jwt)).errors[0]?.message).toContain('Eighty');
      expect(await userOf(jwt)).toEqual({ email });
      const heir = await person('recruiter');
      await sql`insert into organization_member values (80, ${heir.id}, 'owner')`.execute(test.database);
      expect(await remove(jwt)).toEqual({ errors: [] });
      expect(await userOf(jwt, 1)).toBeNull();
      expect((await logIn(email)).jwt).toBeNull();
      expect((await sql`select from organization where id = 81`.execute(test.database)).rows).toEqual([]);
      expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['account-deleted']);
      const events = await sql<{ row: string }>`select e::text as row from audit_event e`.execute(test.database);
      expect(events.rows.map(({ row }) => row).join()).toContain('account.deleted');
      expect(events.rows.map(({ row }) => row).join()).not.toContain(id);
    });

    it('[APP-08] asks who has no password for one first', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      await test.database.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute();
      expect((await remove(jwt)).errors[0]?.message).toContain('no password yet');
      expect((await logIn(email)).errors[0]?.message).toBe(WRONG);
      expect(await reset(await resetToken(email), 'my very first one')).toEqual({ errors: [] });
      expect(await remove(await jwtOf(email, 'my very first one'), 'my very first one')).toEqual({ errors: [] });
    });
  });

  describe('administration', () => {
    const masquerade = (jwt: string, id: string) => ask(`masquerade(userId: "${id}") { jwt errors { message } }`, jwt);
    const block = (jwt: string, id: string, blocked = true) =>
      ask(`setUserBlocked(userId: "${id}", blocked: ${blocked}, reason: "spam") { errors { message } }`, jwt);
    const setRoles = (jwt: string, id: string, roles: string) =>
      ask(`setUserRoles(userId: "${id}", roles: [${roles}]) { errors { message } }`, jwt);

    it('[AUTH-14] lets an administrator act as a user and return, and writes it down', async () => {
      const [admin, user] = [await person('administrator'), await person()];
      const own = await jwtOf(admin.email);
      const { jwt: acting } = await masquerade(own, user.id);
      expect(await ask('getUser { email masqueraded }', acting)).toEqual({ email: user.email, masqueraded: true });
      expect(await userOf(own, 1)).toBeNull();
      expect((await send('exportMyData', acting)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      const { jwt: back } = await ask('endMasquerade { jwt }', acting);
      expect(await ask('getUser { email masqueraded }', back)).toEqual({ email: admin.email, masqueraded: false });
      expect(await userOf(acting!, 1)).toBeNull();
      type Event = { action: string; actor: { email: string }; subject: { email: string } };
      const events = await ask<Event[]>('auditEvents(limit: 2) { action actor { email } subject { email } }', back);
      expect(events.map(({ action }) => action)).toEqual(['masquerade.end', 'masquerade.begin']);
      for (const event of events)
        expect(event).toMatchObject({ actor: { email: admin.email }, subject: { email: user.email } });
    });

    it('[AUTH-14] keeps a masquerading administrator from others with a role of administration', async () => {
      const [admin, user] = [await person('administrator'), await person()];
      let own = await jwtOf(admin.email);
      for (const role of ['administrator', 'site_admin', 'job_editor'])
        expect((await masquerade(own, (await person(role)).id)).jwt).toBeNull();
      expect((await masquerade(own, 'nobody')).jwt).toBeNull();
      expect(await userOf(own)).toEqual({ email: admin.email });
      const acting = (await masquerade(own, user.id)).jwt!;
      expect((await send(`masquerade(userId: "${user.id}") { jwt }`, acting)).errors?.[0]?.extensions?.code).toBe(
        'FORBIDDEN',
      );
      // Who is given such a role is not acted as any longer.
      await test.database
        .updateTable('account')
        .set({ roles: ['job_editor'] })
        .where('id', '=', user.id)
        .execute();
      expect(await userOf(acting, 1)).toBeNull();
      await test.database
        .updateTable('account')
        .set({ roles: ['applicant'] })
        .where('id', '=', user.id)
        .execute();
      own = await jwtOf(admin.email);
      const again = (await masquerade(own, user.id)).jwt!;
      await test.database
        .updateTable('account')
        .set({ roles: ['applicant'] })
        .where('id', '=', admin.id)
        .execute();
      expect(await userOf(again, 1)).toBeNull();
    });

    it('blocks at once, and nobody administrates themselves away', async () => {
      const [admin, user] = [await person('administrator'), await person()];
      const jwt = await jwtOf(admin.email);
      const theirs = await jwtOf(user.email);
      expect(await userOf(theirs, 1)).toEqual({ email: user.email });
      expect(await block(jwt, user.id)).toEqual({ errors: [] });
      expect(await userOf(theirs, 1)).toBeNull();
      expect(await block(jwt, user.id, false)).toEqual({ errors: [] });
      expect(await userOf(theirs, 1)).toBeNull();
      const another = 'Another administrator has to do this for you';
      expect((await block(jwt, admin.id)).errors[0]?.message).toBe(another);
      expect((await setRoles(jwt, admin.id, 'applicant')).errors[0]?.message).toBe(another);
      expect(await setRoles(jwt, user.id, 'job_editor')).toEqual({ errors: [] });
      const list = `users(search: "${user.email}") { total users { email isMasqueradable roles { targetId } } }`;
      expect(await ask(list, jwt)).toEqual({
        total: 1,
        users: [{ email: user.email, isMasqueradable: false, roles: [{ targetId: 'job_editor' }] }],
      });
      await sql`update account set blocked_at = now() where 'administrator' = any(roles) and id <> ${admin.id}`.execute(
        test.database,
      );
      const last = await ask(`deleteAccount(currentPassword: "${PASSWORD}") { errors { message } }`, jwt);
      expect(last.errors[0]?.message).toBe('This is the last administrator, who has to stay');
    });
  });

  it('[AUTH-19] tells members what their organization can spend, in the language of the page', async () => {
    const { email, id } = await person('recruiter');
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (90, 'default', 's', 'Ninety', 'en', 'test', '90'), (91, 'default', 's', 'Other', 'en', 'test', '91')`.execute(
      test.database,
    );
    await sql`insert into organization_member values (90, ${id}, 'editor'), (91, ${id}, 'owner')`.execute(
      test.database,
    );
    await sql`insert into credit_balance values (90, 'job', 3)`.execute(test.database);
    await sql`insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, job_slots, resume_contact_slots, resume_contact_slots_used)
      values (90, 'job_slots', 'active', 'p', 'P', 'Slots', '2026-11-01', 5, 20, 3), (90, 'job_slots', 'expired', 'p', 'P', 'Old', '2025-11-01', 1, null, 0)`.execute(
      test.database,
    );
    const jwt = await jwtOf(email);
    const credits = await send('creditBalance { amount label organizationName type frontend }', jwt, 0, 'de');
    expect(credits.data).toEqual({
      creditBalance: [
        { amount: 3, label: 'Stellenanzeigen', organizationName: 'Ninety', type: 'job', frontend: 'default' },
      ],
    });
    const subscriptions = (args: string) =>
      ask(
        `getSubscriptions${args} { total subscriptions { label usageResumeContactSlots { active available total } status { value } } }`,
        jwt,
      );
    expect(await subscriptions('(filters: [{ name: "status", value: "active" }])')).toEqual({
      total: 1,
      subscriptions: [
        {
          label: 'Slots',
          usageResumeContactSlots: { active: 3, available: 17, total: 20 },
          status: { value: 'active' },
        },
      ],
    });
    expect(await subscriptions('(limit: 1, offset: 1)')).toMatchObject({ total: 2, subscriptions: [{ label: 'Old' }] });
    expect(
      (await send('getSubscriptions(filters: [{ name: "password", value: "x" }]) { total }', jwt)).errors?.[0]
        ?.extensions?.code,
    ).toBe('BAD_USER_INPUT');
    await ask('setActiveOrganization(organizationId: "91") { errors { message } }', jwt);
    expect(await ask('creditBalance { amount }', jwt)).toEqual([]);
    expect(await ask('getUser { activeOrganization { name } }', jwt)).toEqual({
      activeOrganization: { name: 'Other' },
    });
  });

  it('writes no password into the log', () => {
    expect(logged.join('\n')).not.toMatch(/Tipperary|brand new one|argon2/);
  });
});
