import { randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { accountWorld, PASSWORD } from '../../../../../test/support/worlds/account-world.js';

const WRONG = 'The email address or the password is wrong';
const BLOCKED = 'This account is blocked. Please write to us if you think this is wrong';

describe('ways in', () => {
  const world = accountWorld();
  const { ask, person, logIn, jwtOf, userOf } = world;

  describe('logging in', () => {
    it('[AUTH-18] gives the same response to all wrong logins, and reveals a blocked account to its owner only', async () => {
      const known = await person();
      const blocked = await person('applicant', { blocked_at: world.now });
      const unverified = await person('applicant', { email_verified: null });
      const refused = { jwt: null, errors: [{ field: null, message: WRONG }] };
      expect(await logIn(known.email, 'not the password')).toEqual(refused);
      expect(await logIn('nobody@people.test')).toEqual(refused);
      expect(await logIn('not an address')).toEqual(refused);
      expect(await logIn(blocked.email, 'not the password')).toEqual(refused);
      expect((await logIn(blocked.email)).errors).toEqual([{ field: null, message: BLOCKED }]);
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
      world.now = new Date(world.now.getTime() + 2_592_001_000 + 20_000);
      expect(await userOf(jwt)).toBeNull();
    });

    it('transfers an anonymous visitor’s data to the first account that sends the token', async () => {
      const [one, other] = [await person(), await person()];
      const token = randomBytes(24).toString('base64url');
      await logIn(one.email, PASSWORD, `, anonymousUserToken: "${token}"`);
      await logIn(other.email, PASSWORD, `, anonymousUserToken: "${token}"`);
      await logIn(other.email, PASSWORD, ', anonymousUserToken: "short"');
      const rows = await world.database.selectFrom('anonymous_visitor').select('account_id').execute();
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
      await world.database.updateTable('account').set({ blocked_at: world.now }).where('id', '=', id).execute();
      expect(await userOf(three, 1)).toBeNull();
    });

    it('[AUTH-19] reflect a change of the account at once', async () => {
      const { email, id } = await person('recruiter');
      const jwt = await jwtOf(email);
      const me = (process: number) =>
        ask('getUser { displayName organization { name ownerId } isEligibleForJobApply }', jwt, process);
      expect(await me(1)).toEqual({ displayName: email, organization: null, isEligibleForJobApply: false });
      await sql`insert into organization (id, site, slug, name, language, source, source_key)
        values (70, 'default', 's', 'Seventy', 'en', 'test', '70')`.execute(world.database);
      await world.database
        .insertInto('organization_member')
        .values({ organization_id: 70, account_id: id, role: 'owner' })
        .execute();
      expect(await me(1)).toMatchObject({ organization: { name: 'Seventy', ownerId: id } });
      await sql`update organization set name = 'Renamed' where id = 70`.execute(world.database);
      expect(await me(1)).toMatchObject({ organization: { name: 'Renamed' } });
    });
  });
});
