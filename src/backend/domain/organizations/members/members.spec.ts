import { sql } from 'kysely';
import { blockedQueries } from '../../../../../test/support/blocked-queries.js';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

interface Result {
  errors: { field: string | null; message: string }[];
}
interface Team {
  isOwner: boolean;
  members: { id: string; email: string; role: string; isCaller: boolean }[];
  invitations: { id: string; email: string; role: string }[];
}

const ERRORS = '{ errors { field message } }';
const LAST = /needs at least one owner/;

describe('[REC-04] members of an organization', () => {
  const world = jobWorld();

  const team = (jwt: string, id: number) =>
    world.ask<Team | null>(
      `organizationTeam(organizationId: "${id}") { isOwner members { id email role isCaller } invitations { id email role } }`,
      jwt,
    );
  const invite = (jwt: string, id: number, email: string, role = 'editor') =>
    world.ask<Result>(`inviteMember(organizationId: "${id}", email: "${email}", role: ${role}) ${ERRORS}`, jwt);
  const accept = (jwt: string, id: string) => world.ask<Result>(`acceptInvitation(id: "${id}") ${ERRORS}`, jwt);
  const setRole = (jwt: string, id: number, userId: string, role: string) =>
    world.ask<Result>(`setMemberRole(organizationId: "${id}", userId: "${userId}", role: ${role}) ${ERRORS}`, jwt);
  const remove = (jwt: string, id: number, userId: string, process = 0) =>
    world.ask<Result>(`removeMember(organizationId: "${id}", userId: "${userId}") ${ERRORS}`, jwt, process);
  const block = async (userId: string) =>
    world.ask<Result>(
      `setUserBlocked(userId: "${userId}", blocked: true, reason: "x") ${ERRORS}`,
      (await world.reviewer('administrator')).jwt,
    );
  const removeRole = async (userId: string) =>
    world.ask<Result>(
      `setUserRoles(userId: "${userId}", roles: [applicant]) ${ERRORS}`,
      (await world.reviewer('administrator')).jwt,
    );
  const invitation = (token: string, jwt?: string) =>
    world.ask<{ id: string; email: string; isForCaller: boolean } | null>(
      `invitation(token: "${token}") { id email isForCaller }`,
      jwt,
    );
  async function person(role = 'recruiter', columns = {}) {
    const made = await world.person(role, columns);
    return { ...made, jwt: await world.jwtOf(made.email) };
  }
  const tokensOf = async (email: string) =>
    (await world.mailsTo(email)).flatMap(({ template, token }) =>
      template === 'organization-invitation' ? token : [],
    );
  const codeOf = async (asked: string, jwt?: string) => (await world.send(asked, jwt)).errors?.[0]?.extensions?.code;

  it('are invited in the language of their account, or else in that of the inviting person', async () => {
    const id = await world.organization();
    const owner = await world.member(id);
    const [confirmed, unconfirmed] = [
      await world.person('recruiter'),
      await world.person('recruiter', { email_verified: null }),
    ];
    await sql`update account set language = 'de' where id = any(${[confirmed.id, unconfirmed.id]}::uuid[])`.execute(
      world.database,
    );
    const emails = [confirmed.email, unconfirmed.email, 'nobody-yet@people.test'];
    const languages = [];
    for (const email of emails) {
      expect(await invite(owner.jwt, id, email)).toEqual({ errors: [] });
      const { rows } = await sql<{ language: string }>`select language from mail where recipient = ${email}`.execute(
        world.database,
      );
      languages.push(...rows.map(({ language }) => language));
    }
    expect(languages).toEqual(['de', 'en', 'en']);
  });

  it('join by invitation: a mail with a link that works once, for an account with that address', async () => {
    const id = await world.organization();
    const owner = await world.member(id);
    const guest = await person('applicant');
    expect(await invite(owner.jwt, id, ` ${guest.email.toUpperCase()} `)).toEqual({ errors: [] });
    const [token] = await tokensOf(guest.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    await expect(team(guest.jwt, id)).rejects.toThrow('FORBIDDEN');
    expect(await invitation(token!)).toMatchObject({ email: guest.email, isForCaller: false });
    const other = await person();
    const { id: wanted, isForCaller } = (await invitation(token!, guest.jwt))!;
    expect(isForCaller).toBe(true);
    expect((await invitation(token!, other.jwt))!.isForCaller).toBe(false);
    expect((await accept(other.jwt, wanted)).errors).toHaveLength(1);
    expect(await accept(guest.jwt, wanted)).toEqual({ errors: [] });
    // This takes effect at once, in every process: the former applicant can now write jobs.
    const saved = await world.save(guest.jwt, `organizationId: "${id}",`, { title: 'Goats' }, 1);
    expect(saved.id).toMatch(/^\d+$/);
    expect((await accept(guest.jwt, wanted)).errors).toHaveLength(1);
    expect(await invitation(token!)).toBeNull();
    expect((await team(guest.jwt, id))!.members.map(({ email, role }) => [email, role])).toEqual([
      [owner.email, 'owner'],
      [guest.email, 'editor'],
    ]);
    expect((await invite(owner.jwt, id, guest.email)).errors[0]?.message).toMatch(/already works for it/);
  });

  it('an invitation ends when it expires, is cancelled, or is replaced', async () => {
    const id = await world.organization();
    const owner = await world.member(id);
    const guest = await person();
    await invite(owner.jwt, id, guest.email);
    await invite(owner.jwt, id, guest.email, 'owner');
    const [first, second] = await tokensOf(guest.email);
    expect(await invitation(first!)).toBeNull();
    const own = () => world.ask<{ id: string }[]>('ownInvitations { id }', guest.jwt);
    const [known] = await own();
    expect((await team(owner.jwt, id))!.invitations).toEqual([{ id: known!.id, email: guest.email, role: 'owner' }]);
    const start = world.now;
    world.now = new Date(start.getTime() + 7 * 86_400_000 + 1000);
    expect([await invitation(second!), await own()]).toEqual([null, []]);
    expect((await accept(guest.jwt, known!.id)).errors).toHaveLength(1);
    world.now = start;
    const cancel = `cancelInvitation(organizationId: "${id}", id: "${known!.id}") ${ERRORS}`;
    expect(await codeOf(cancel, guest.jwt)).toBe('FORBIDDEN');
    expect(await world.ask(cancel, owner.jwt)).toEqual({ errors: [] });
    expect(await invitation(second!)).toBeNull();
    expect((await accept(guest.jwt, known!.id)).errors).toHaveLength(1);
  });

  it('owners whose recruiter role was removed manage no members; they can leave', async () => {
    const id = await world.organization();
    await world.member(id);
    const former = await world.member(id);
    const guest = await person();
    expect(await removeRole(former.id)).toEqual({ errors: [] });
    const asked = `inviteMember(organizationId: "${id}", email: "${guest.email}", role: owner) ${ERRORS}`;
    expect(await codeOf(asked, former.jwt)).toBe('FORBIDDEN');
    expect(await tokensOf(guest.email)).toEqual([]);
    expect(await remove(former.jwt, id, former.id)).toEqual({ errors: [] });
  });

  it('nobody can accept for an unverified address', async () => {
    const id = await world.organization();
    const owner = await world.member(id);
    const guest = await world.member(await world.organization(), 'owner', { email_verified: null });
    await invite(owner.jwt, id, guest.email);
    const [token] = await tokensOf(guest.email);
    const { id: wanted, isForCaller } = (await invitation(token!, guest.jwt))!;
    expect(isForCaller).toBe(false);
    expect((await accept(guest.jwt, wanted)).errors).toHaveLength(1);
    expect(await world.ask('ownInvitations { id }', guest.jwt)).toEqual([]);
  });

  it('owners manage, editors write, and there is always an owner', async () => {
    const id = await world.organization();
    const [owner, editor] = [await world.member(id), await world.member(id, 'editor')];
    for (const asked of [
      `inviteMember(organizationId: "${id}", email: "x@people.test", role: owner)`,
      `setMemberRole(organizationId: "${id}", userId: "${editor.id}", role: owner)`,
      `removeMember(organizationId: "${id}", userId: "${owner.id}")`,
    ])
      expect([asked, await codeOf(`${asked} ${ERRORS}`, editor.jwt)]).toEqual([asked, 'FORBIDDEN']);
    expect((await team(editor.jwt, id))!).toMatchObject({ isOwner: false, invitations: [] });
    expect((await setRole(owner.jwt, id, owner.id, 'editor')).errors[0]?.message).toMatch(LAST);
    expect((await remove(owner.jwt, id, owner.id)).errors[0]?.message).toMatch(LAST);
    expect(await setRole(owner.jwt, id, editor.id, 'owner')).toEqual({ errors: [] });
    expect(await setRole(editor.jwt, id, owner.id, 'editor')).toEqual({ errors: [] });
    expect(
      await codeOf(`setMemberRole(organizationId: "${id}", userId: "${owner.id}", role: owner) ${ERRORS}`, owner.jwt),
    ).toBe('FORBIDDEN');
    expect(await remove(owner.jwt, id, owner.id)).toEqual({ errors: [] });
    expect((await team(editor.jwt, id))!.members.map(({ email }) => email)).toEqual([editor.email]);
  });

  it.each([
    ['is removed', (jwt: string, id: number, inviter: { id: string }) => remove(jwt, id, inviter.id)],
    ['becomes an editor', (jwt: string, id: number, inviter: { id: string }) => setRole(jwt, id, inviter.id, 'editor')],
    ['leaves', (_jwt: string, id: number, inviter: { id: string; jwt: string }) => remove(inviter.jwt, id, inviter.id)],
    ['is blocked', (_jwt: string, _id: number, inviter: { id: string }) => block(inviter.id)],
    ['is no recruiter any more', (_jwt: string, _id: number, inviter: { id: string }) => removeRole(inviter.id)],
  ])('an invitation ends when the person who sent it %s', async (_how, end) => {
    const id = await world.organization();
    const [owner, inviter, guest] = [await world.member(id), await world.member(id), await person()];
    expect(await invite(inviter.jwt, id, guest.email, 'owner')).toEqual({ errors: [] });
    const [token] = await tokensOf(guest.email);
    const { id: wanted } = (await invitation(token!, guest.jwt))!;
    expect((await end(owner.jwt, id, inviter)).errors).toEqual([]);
    expect(await invitation(token!)).toBeNull();
    expect(await world.ask('ownInvitations { id }', guest.jwt)).toEqual([]);
    expect((await team(owner.jwt, id))!.invitations).toEqual([]);
    const invalid = await accept(guest.jwt, '00000000-0000-4000-8000-000000000000');
    expect(await accept(guest.jwt, wanted)).toEqual(invalid);
    expect(invalid.errors).toHaveLength(1);
    // Another owner can invite the person.
    expect(await invite(owner.jwt, id, guest.email)).toEqual({ errors: [] });
    const [, second] = await tokensOf(guest.email);
    expect(await accept(guest.jwt, (await invitation(second!))!.id)).toEqual({ errors: [] });
  });

  it('an owner who is blocked does not count as the owner that each organization needs, and can be removed', async () => {
    const id = await world.organization();
    const [owner, other] = [await world.member(id), await world.member(id)];
    await block(other.id);
    expect((await setRole(owner.jwt, id, owner.id, 'editor')).errors[0]?.message).toMatch(LAST);
    expect((await remove(owner.jwt, id, owner.id)).errors[0]?.message).toMatch(LAST);
    expect(await setRole(owner.jwt, id, other.id, 'editor')).toEqual({ errors: [] });
    expect(await remove(owner.jwt, id, other.id)).toEqual({ errors: [] });
  });

  it('an owner who leaves while the other one is being blocked is the last one', async () => {
    const id = await world.organization();
    const [owner, other] = [await world.member(id), await world.member(id)];
    const leaving = await world.database.transaction().execute(async (trx) => {
      await sql`update account set blocked_at = now() where id = ${other.id}::uuid`.execute(trx);
      const answer = remove(owner.jwt, id, owner.id);
      await waitFor(
        'the request to wait for the lock',
        async () => (await blockedQueries(world.database, trx)).length > 0,
      );
      return { answer };
    });
    expect((await leaving.answer).errors[0]?.message).toMatch(LAST);
  });

  it('two owners who remove each other concurrently leave one', async () => {
    const id = await world.organization();
    const [one, two] = [await world.member(id), await world.member(id)];
    const outcomes = await Promise.allSettled([remove(one.jwt, id, two.id, 0), remove(two.jwt, id, one.id, 1)]);
    const left = await world.database
      .selectFrom('organization_member')
      .select('role')
      .where('organization_id', '=', id)
      .execute();
    expect([outcomes.length, left]).toEqual([2, [{ role: 'owner' }]]);
  });

  it('a removed member loses access at once, in every process', async () => {
    const id = await world.organization();
    const [owner, editor] = [await world.member(id), await world.member(id, 'editor')];
    const write = `saveJobDraft(input: { organizationId: "${id}", fields: [] }) { id }`;
    const edit = `saveOrganizationDraft(input: { id: "${id}", fields: [] }) { version }`;
    expect((await world.send(write, editor.jwt, 1)).errors).toBeUndefined();
    await remove(owner.jwt, id, editor.id, 0);
    for (const process of [0, 1])
      for (const asked of [write, edit]) {
        const { errors } = await world.send(asked, editor.jwt, process);
        expect([asked, process, errors?.[0]?.extensions?.code]).toEqual([asked, process, 'FORBIDDEN']);
      }
    expect(await team(editor.jwt, id)).toBeNull();
  });
});
