import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { accountWorld, BROKEN, PASSWORD } from '../../../../../test/support/worlds/account-world.js';
import { deleteDue } from '../../../../../test/support/retention.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { accountRetention } from '../create-accounts.js';

describe('registration and forgotten passwords', () => {
  const world = accountWorld();
  const { ask, person, logIn, jwtOf, userOf, register, reset, mailsTo, resetToken } = world;

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

    it('[AUTH-11] accepts the proof of the registering browser instead of the password, and no other', async () => {
      const [proof, short] = ['a-secret-of-one-browser-0123456789', 'short'];
      for (const [email, given] of [
        ['proved@people.test', proof],
        ['guessed@people.test', short],
      ] as const) {
        await register(email, `, proof: "${given}"`);
        const [mail] = await mailsTo(email);
        const verify = (rest: string) =>
          ask(`verifyEmail(token: "${mail!.token}"${rest}) { jwt errors { field message } }`);
        for (const wrong of ['', ', password: ""', `, proof: "${proof}x"`, `, proof: "${short}"`])
          expect(await verify(wrong)).toEqual({
            jwt: null,
            errors: [{ field: 'password', message: 'Field is required' }],
          });
        // A wrong password is refused, whatever else is sent.
        expect((await verify(`, password: "wrong", proof: "${proof}"`)).jwt).toBeNull();
        const { jwt } = await verify(`, proof: "${proof}"`);
        expect(jwt === null).toBe(given === short);
      }
      const { rows } = await sql`select from account_link where details::text like ${`%${proof}%`}`.execute(
        world.database,
      );
      expect(rows).toEqual([]);
    });

    it('[AUTH-11] continues in the mailed link where the person was heading, on this site only', async () => {
      for (const [wanted, carried] of [
        ['/user/invitation?token=a b', '&destination=%2Fuser%2Finvitation%3Ftoken%3Da%2520b'],
        ['//evil.example/x', ''],
        ['https://evil.example/x', ''],
        ['/', ''],
      ]) {
        const email = `going${Math.random().toString(36).slice(2)}@people.test`;
        for (const template of ['verify-email', 'registered-again']) {
          await register(email, `, destination: "${wanted}"`);
          const { rows } = await sql<{ path: string }>`
            select details->>'path' as path from mail where recipient = ${email} and template = ${template}`.execute(
            world.database,
          );
          expect([wanted, rows[0]!.path.replace(/^.*token=[^&]*/, '')]).toEqual([wanted, carried]);
        }
      }
    });

    it('shows an organization to its owner and nobody else until it is public', async () => {
      const { rows } = await sql<{ id: number }>`select id from organization where name = 'New Hope'`.execute(
        world.database,
      );
      const id = rows[0]!.id;
      const query = `{ organizationProfile(id: "${id}") { id } getRoutInfo(slug: "/organization/${id}/new-hope") { __typename } }`;
      const headers = { 'x-causeboard-frontend': 'default; locale=en' };
      const { data } = await world.backend.execute({ operationName: '', query, headers });
      expect(data).toEqual({ organizationProfile: null, getRoutInfo: { __typename: 'ErrorResponse' } });
      const profiles = 'updatableOrganizationProfiles { name organization { id } }';
      expect(await ask(profiles, await jwtOf('new@people.test'))).toEqual([
        { name: 'New Hope', organization: { id: String(id) } },
      ]);
    });

    it('[AUTH-11] [AUTH-18] does not reveal an account, and takes nothing from it', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      expect(await register(email, ', firstName: "Mallory"')).toEqual({ errors: [] });
      expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['already-registered']);
      expect(await userOf(jwt)).toEqual({ email });
      const row = await world.database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ password_hash: world.hash, first_name: null, roles: ['applicant'] });
    });

    it('[AUTH-11] sends the link again on request, with the original details, and invalidates the earlier one', async () => {
      const email = 'again@people.test';
      const again = (address: string) =>
        ask<{ errors: unknown[] }>(`requestEmailVerification(email: "${address}") { errors { message } }`);
      await register(email, ', organizationName: "Once More"', 'recruiter');
      expect(await again(email.toUpperCase())).toEqual({ errors: [] });
      await waitFor('a second mail', async () => (await mailsTo(email)).length === 2);
      const [first, second] = await mailsTo(email);
      expect(second!.template).toBe('verify-email');
      const verify = (token: string) =>
        ask(`verifyEmail(token: "${token}", password: "${PASSWORD}") { jwt errors { message } }`);
      expect((await verify(first!.token)).errors[0]?.message).toBe(BROKEN);
      const { jwt } = await verify(second!.token);
      expect(await ask('getUser { organization { name } }', jwt)).toEqual({ organization: { name: 'Once More' } });
      // There is nothing left to confirm, which the response does not reveal.
      expect(await again(email)).toEqual({ errors: [] });
      expect(await again('nobody-at-all@people.test')).toEqual({ errors: [] });
      expect((await again('no address')).errors).toHaveLength(1);
    });

    it('[AUTH-11] remembers the organization and the site of a registration until an expired link is sent again', async () => {
      const email = 'late@people.test';
      await register(email, ', organizationName: "Late Hope"', 'recruiter');
      world.now = new Date(world.now.getTime() + 73 * 3_600_000);
      await deleteDue(world.database, world.now, accountRetention);
      const { rows } = await sql<{ site: string }>`
        select details ->> 'site' as site from account_link l join account a on a.id = l.account_id where a.email = ${email}
      `.execute(world.database);
      expect(rows).toEqual([{ site: 'default' }]);
      const [first] = await mailsTo(email);
      await ask(`requestEmailVerification(email: "${email}") { errors { message } }`);
      await waitFor('a second mail', async () => (await mailsTo(email)).length === 2);
      const verify = (token: string) =>
        ask(`verifyEmail(token: "${token}", password: "${PASSWORD}") { jwt errors { message } }`);
      expect((await verify(first!.token)).errors[0]?.message).toBe(BROKEN);
      const { jwt } = await verify((await mailsTo(email))[1]!.token);
      expect(await ask('getUser { organization { name } }', jwt)).toEqual({ organization: { name: 'Late Hope' } });
    });

    it('[AUTH-11] leads to a page of the present site only if the person registered there', async () => {
      const email = 'elsewhere@people.test';
      await register(email);
      const sent = async () => {
        const { rows } = await sql<{ site: string; leads: boolean }>`
          select site, details ->> 'path' like '%destination=%' as leads from mail where recipient = ${email} order by id
        `.execute(world.database);
        return rows;
      };
      for (const [count, site] of [
        [1, 'default'],
        [2, 'uk'],
      ] as const) {
        await sql`update account_link l set details = jsonb_build_object('site', ${site}::text)
          from account a where a.id = l.account_id and a.email = ${email}`.execute(world.database);
        await ask(`requestEmailVerification(email: "${email}", destination: "/job/1/cook") { errors { message } }`);
        await waitFor('the mail', async () => (await sent()).length > count);
      }
      expect((await sent()).slice(1)).toEqual([
        { site: 'default', leads: true },
        { site: 'uk', leads: false },
      ]);
    });

    it('[AUTH-11] sends the link again to a person who registered the address of a forgotten account of theirs', async () => {
      const { email } = await person();
      await register(email);
      await ask(`requestEmailVerification(email: "${email}") { errors { message } }`);
      await waitFor('a second mail', async () => (await mailsTo(email)).length === 2);
      expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
        'already-registered',
        'already-registered',
      ]);
    });

    it('gives an address that somebody else registered to the person who reads its mail', async () => {
      const email = 'victim@people.test';
      await register(email, ', firstName: "Mallory", organizationName: "Mallory Ltd"', 'recruiter');
      const [stolen] = await mailsTo(email);
      const { id } = await world.database
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      await sql`insert into account_identity values ('google', 'mallory', ${id}, now())`.execute(world.database);
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
      expect((await sql`select from account_identity where account_id = ${id}`.execute(world.database)).rows).toEqual(
        [],
      );
      const verify = `verifyEmail(token: "${stolen!.token}", password: "the owner chose this") { jwt errors { message } }`;
      expect((await ask(verify)).errors[0]?.message).toBe(BROKEN);
    });

    it('[AUTH-11] gives the role of the latest registration to an account that it confirms, and to no other', async () => {
      const email = 'undecided@people.test';
      await register(email);
      await register(email, '', 'recruiter');
      const again = (await mailsTo(email)).at(-1)!;
      expect(again.template).toBe('registered-again');
      expect(await reset(again.token, 'chosen by the owner')).toEqual({ errors: [] });
      const jwt = await jwtOf(email, 'chosen by the owner');
      expect(await ask('getUser { roles { targetId } }', jwt)).toEqual({ roles: [{ targetId: 'recruiter' }] });
      await register(email);
      const confirmed = (await mailsTo(email)).at(-1)!;
      expect(confirmed.template).toBe('already-registered');
      await reset(confirmed.token, 'chosen once again');
      const { rows } = await sql`select roles from account where email = ${email}`.execute(world.database);
      expect(rows).toEqual([{ roles: ['recruiter'] }]);
    });

    it('[AUTH-11] [I18N-02] writes to an account in the language in which its address was confirmed', async () => {
      const email = 'ada@deutsch.test';
      const languageOf = async () =>
        (await sql`select language from account where email = ${email}`.execute(world.database)).rows;
      await register(email);
      await register(email);
      expect(await languageOf()).toEqual([{ language: 'en' }]);
      const { token } = (await mailsTo(email)).at(-1)!;
      await world.send(
        `resetPassword(token: "${token}", password: "chosen by Ada") { errors { message } }`,
        null,
        0,
        'de',
      );
      expect(await languageOf()).toEqual([{ language: 'de' }]);
      await reset(await resetToken(email), 'chosen once again');
      expect(await languageOf()).toEqual([{ language: 'de' }]);
    });

    it('[AUTH-11] leaves the roles of staff to an unconfirmed account that is registered again', async () => {
      const { email, id } = await person('job_editor', { email_verified: null });
      await register(email);
      await reset((await mailsTo(email)).at(-1)!.token, 'chosen by the owner');
      const { rows } = await sql`select roles from account where id = ${id}::uuid`.execute(world.database);
      expect(rows).toEqual([{ roles: ['job_editor'] }]);
    });

    it('[VALID-03] reports violations by field', async () => {
      const wrong = `registerUser(input: { role: administrator, email: "x", password: "1q2w3e4r5t", consent: false,
        firstName: "${'x'.repeat(121)}" }) { errors { field message } }`;
      expect((await ask(wrong)).errors).toEqual([
        { field: 'email', message: 'Please provide a valid email address' },
        { field: 'password', message: 'Please choose a less common password' },
        { field: 'firstName', message: 'Please use at most 120 characters' },
        { field: 'role', message: 'Please say whether you’re looking for work or hiring' },
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
      world.now = new Date(world.now.getTime() + 3_601_000);
      expect((await reset(late, 'yet another one')).errors[0]?.message).toBe(BROKEN);
    });

    it('[AUTH-12] [AUTH-18] gets the same response for strangers, before anything is looked up', async () => {
      const { email } = await person();
      const blocked = await person('applicant', { blocked_at: world.now });
      const lock = await world.database.startTransaction().execute();
      await sql`lock table account in access exclusive mode`.execute(lock);
      for (const address of [email, 'nobody@people.test', blocked.email])
        expect(await ask(`requestPasswordReset(email: "${address}") { errors { message } }`)).toEqual({ errors: [] });
      await lock.rollback().execute();
      await waitFor('a mail', async () => (await mailsTo(email)).length === 1);
      expect(await mailsTo('nobody@people.test')).toEqual([]);
      expect(await mailsTo(blocked.email)).toEqual([]);
    });
  });

  it('writes no password into the log', () => {
    expect(world.logged.join('\n')).not.toMatch(/Tipperary|brand new one|argon2/);
  });
});
