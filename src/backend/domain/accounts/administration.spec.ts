import { sql } from 'kysely';
import { blockedQueries } from '../../../../test/support/blocked-queries.js';
import { accountWorld, PASSWORD } from '../../../../test/support/worlds/account-world.js';
import { waitFor } from '../../../../test/support/wait-for.js';

describe('actions of administrators', () => {
  const world = accountWorld();
  const { ask, send, person, jwtOf, userOf } = world;

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
      // A masquerade ends as soon as the target gets a staff role.
      await world.database
        .updateTable('account')
        .set({ roles: ['job_editor'] })
        .where('id', '=', user.id)
        .execute();
      expect(await userOf(acting, 1)).toBeNull();
      await world.database
        .updateTable('account')
        .set({ roles: ['applicant'] })
        .where('id', '=', user.id)
        .execute();
      own = await jwtOf(admin.email);
      const again = (await masquerade(own, user.id)).jwt!;
      await world.database
        .updateTable('account')
        .set({ roles: ['applicant'] })
        .where('id', '=', admin.id)
        .execute();
      expect(await userOf(again, 1)).toBeNull();
    });

    it('blocks at once, and administrators cannot remove their own access', async () => {
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
        world.database,
      );
      const last = await ask(`deleteAccount(currentPassword: "${PASSWORD}") { errors { message } }`, jwt);
      expect(last.errors[0]?.message).toBe('This is the last administrator and has to stay');
    });

    describe('at the same time', () => {
      const remove = (jwt: string, process: number) =>
        ask(`deleteAccount(currentPassword: "${PASSWORD}") { errors { message } }`, jwt, process);

      /** Starts requests that cannot write to the audit log until `check` is over and all of them wait. @returns their messages, sorted */
      async function together(
        requests: readonly (() => Promise<{ errors: { message: string }[] }>)[],
        check: () => Promise<unknown> = () => Promise.resolve(),
      ): Promise<string[]> {
        const started: Promise<{ errors: { message: string }[] }>[] = [];
        await world.database.transaction().execute(async (trx) => {
          await sql`lock table audit_event in share mode`.execute(trx);
          for (const request of requests) started.push(request());
          await waitFor('all requests to wait', async () => {
            const blocked = await blockedQueries(world.database, trx);
            return blocked.length >= requests.length;
          });
          await check();
        });
        const answers = await Promise.all(started);
        return answers.map(({ errors }) => errors[0]?.message ?? '').sort();
      }

      it('the last two administrators cannot both delete their accounts', async () => {
        const [one, other] = [await person('administrator'), await person('administrator')];
        const sessions = [await jwtOf(one.email), await jwtOf(other.email)];
        await sql`
          update account set blocked_at = now() where 'administrator' = any(roles) and not id = any(${[one.id, other.id]}::uuid[])
        `.execute(world.database);
        const answers = await together(sessions.map((jwt, process) => () => remove(jwt, process)));
        expect(answers).toEqual(['', 'This is the last administrator and has to stay']);
      });

      it('two administrators cannot take the role from each other', async () => {
        const [one, other] = [await person('administrator'), await person('administrator')];
        const sessions = [await jwtOf(one.email), await jwtOf(other.email)];
        const answers = await together([
          () => setRoles(sessions[0]!, other.id, 'applicant'),
          () => setRoles(sessions[1]!, one.id, 'applicant'),
        ]);
        expect(answers).toEqual(['', 'Another administrator has to do this for you']);
      });

      it.each(['blocked', 'deleted'])(
        'an organization goes offline if one owner is blocked and the other one is %s',
        async (end) => {
          const [admin, second] = [await person('administrator'), await person('administrator')];
          const owners = [await person('recruiter'), await person('recruiter')];
          const { id } = await world.database
            .insertInto('organization')
            .values({
              site: 'default',
              slug: end,
              name: end,
              language: 'en',
              source: 'test',
              source_key: end,
              featured: false,
              benefit_tids: [],
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await world.database
            .insertInto('organization_member')
            .values(owners.map((owner) => ({ organization_id: id, account_id: owner.id, role: 'owner' as const })))
            .execute();
          const [one, other, leaving] = [
            await jwtOf(admin.email),
            await jwtOf(second.email),
            await jwtOf(owners[1]!.email),
          ];
          const answers = await together([
            () => block(one, owners[0]!.id),
            () => (end === 'blocked' ? block(other, owners[1]!.id) : remove(leaving, 1)),
          ]);
          expect(answers).toEqual(['', '']);
          const { rows } = await sql`select state, suspended_from from organization where id = ${id}`.execute(
            world.database,
          );
          expect(rows).toEqual([{ state: 'closed', suspended_from: 'public' }]);
        },
      );

      it('an administrator can log in while other accounts are deleted and blocked', async () => {
        const [admin, acting] = [await person('administrator'), await person('administrator')];
        const [leaving, blocked] = [await person(), await person()];
        const [own, theirs] = [await jwtOf(acting.email), await jwtOf(leaving.email)];
        let isLoggedIn = false;
        const logIn = async () => {
          void jwtOf(admin.email).then(() => (isLoggedIn = true));
          await waitFor('the administrator to be logged in', () => isLoggedIn);
        };
        expect(await together([() => remove(theirs, 1), () => block(own, blocked.id)], logIn)).toEqual(['', '']);
      });
    });
  });
});
