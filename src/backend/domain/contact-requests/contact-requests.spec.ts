import { sql } from 'kysely';
import { contactWorld, PRIVATE } from '../../../../test/support/worlds/contact-world.js';
import { PASSWORD } from '../../../../test/support/worlds/account-world.js';

const HIDDEN = {
  privateFieldsShown: false,
  personalInfo: { firstName: null, lastName: null, phone: null, birthday: null },
};
const SHOWN = { privateFieldsShown: true, personalInfo: PRIVATE };

describe('requests for contact', () => {
  const world = contactWorld();
  const { applicant, recruiter, request, decide, revoke, write, see, received, sent, credits, holdStates } = world;
  const textsOf = async (email: string, template: string) => {
    const rows = await world.database
      .selectFrom('mail')
      .select('details')
      .where('recipient', '=', email)
      .where('template', '=', template)
      .orderBy('id')
      .execute();
    return rows.map(({ details }) => details);
  };
  async function pending() {
    const [owner, asker] = [await applicant(), await recruiter(1)];
    expect(await request(asker.jwt, owner.resumeId)).toEqual({ errors: [] });
    const [first] = (await received(owner.jwt)).requests;
    return { owner, asker, id: first!.id };
  }
  async function approved() {
    const world_ = await pending();
    expect(await decide(world_.owner.jwt, world_.id, 'approve')).toEqual({ errors: [] });
    return world_;
  }

  it('[REC-09] hold a credit, and the applicant learns who requests contact and why', async () => {
    const { owner, asker } = await pending();
    expect(await credits(asker.jwt)).toEqual([0, 1, 0]);
    expect(await textsOf(owner.email, 'contact-request')).toEqual([
      expect.objectContaining({ body: 'We plant trees.', name: asker.email, path: '/resume/contacts' }),
    ]);
    expect(await received(owner.jwt)).toMatchObject({
      pending: 1,
      requests: [{ state: 'pending', message: 'We plant trees.', organization: { id: String(asker.organizationId) } }],
    });
    expect(await see(asker.jwt, owner.resumeId)).toEqual(HIDDEN);
  });

  it('[REC-09] [APP-09] [ROLE-05] spend it on approval: the organization sees the private fields, others do not', async () => {
    const { owner, asker } = await approved();
    expect(await credits(asker.jwt)).toEqual([0, 0, 0]);
    expect(await holdStates(asker.organizationId)).toEqual(['approved post']);
    const colleague = await world.member(asker.organizationId, 'editor', { approved_at: world.now });
    const unapproved = await world.member(asker.organizationId, 'editor');
    for (const jwt of [asker.jwt, colleague.jwt]) expect(await see(jwt, owner.resumeId, 1)).toEqual(SHOWN);
    await expect(see(unapproved.jwt, owner.resumeId)).rejects.toThrow('FORBIDDEN');
    expect(await see((await recruiter()).jwt, owner.resumeId)).toEqual(HIDDEN);
    const { requests } = await received(owner.jwt);
    expect(requests[0]!.viewCount).toBe(2);
    expect(requests[0]!.views.map(({ by }) => by).sort()).toEqual([asker.email, colleague.email].sort());
    expect((await textsOf(asker.email, 'contact-outcome')).map(({ outcome }) => outcome)).toEqual(['approved']);
    const answer = JSON.stringify([await sent(asker.jwt), await see(asker.jwt, owner.resumeId)]);
    expect(answer).not.toContain(owner.email);
  });

  it('[REC-09] [APP-09] release it on refusal or withdrawal, at once', async () => {
    const refused = await pending();
    expect(await decide(refused.owner.jwt, refused.id, 'refuse')).toEqual({ errors: [] });
    expect(await credits(refused.asker.jwt)).toEqual([1, 0, 0]);
    expect(await holdStates(refused.asker.organizationId)).toEqual(['refused void']);
    const taken = await pending();
    expect(await revoke(taken.asker.jwt, taken.id)).toEqual({ errors: [] });
    expect(await credits(taken.asker.jwt)).toEqual([1, 0, 0]);
    expect(await textsOf(taken.owner.email, 'contact-revoked')).toHaveLength(1);
    // Neither can be decided again, and the organization may send a new request.
    for (const { owner, id } of [refused, taken])
      expect((await decide(owner.jwt, id, 'approve')).errors).toHaveLength(1);
    expect(await request(refused.asker.jwt, refused.owner.resumeId)).toEqual({ errors: [] });
  });

  it.each(['applicant', 'recruiter'] as const)(
    '[REC-09] [APP-09] are ended by the %s, and the private fields are hidden from the next request on, in every process',
    async (side) => {
      const { owner, asker, id } = await approved();
      expect(await see(asker.jwt, owner.resumeId, 1)).toEqual(SHOWN);
      expect(await revoke(side === 'applicant' ? owner.jwt : asker.jwt, id)).toEqual({ errors: [] });
      for (const process of [0, 1]) expect(await see(asker.jwt, owner.resumeId, process)).toEqual(HIDDEN);
      expect(await holdStates(asker.organizationId)).toEqual(['revoked post']);
      expect((await revoke(owner.jwt, id)).errors).toHaveLength(1);
    },
  );

  it('[REC-09] use a free slot before a credit, and release it like a credit', async () => {
    const asker = await recruiter(1);
    await world.subscribe(asker.organizationId, 1);
    const [first, second] = [await applicant(), await applicant()];
    for (const { resumeId } of [first, second]) expect(await request(asker.jwt, resumeId)).toEqual({ errors: [] });
    expect(await credits(asker.jwt)).toEqual([0, 1, 0]);
    const idOf = async (jwt: string) => (await received(jwt)).requests[0]!.id;
    expect(await decide(first.jwt, await idOf(first.jwt), 'refuse')).toEqual({ errors: [] });
    expect(await credits(asker.jwt)).toEqual([0, 1, 1]);
    const third = await applicant();
    expect(await request(asker.jwt, third.resumeId)).toEqual({ errors: [] });
    expect(await decide(third.jwt, await idOf(third.jwt), 'approve')).toEqual({ errors: [] });
    expect(await credits(asker.jwt)).toEqual([0, 1, 0]);
  });

  it('[REC-09] are listed by the filter codes pending and approved', async () => {
    const asker = await recruiter(3);
    const people = [await applicant(), await applicant(), await applicant()];
    for (const { resumeId } of people) await request(asker.jwt, resumeId);
    const ids = await Promise.all(people.map(async ({ jwt }) => (await received(jwt)).requests[0]!.id));
    await decide(people[0]!.jwt, ids[0]!, 'approve');
    await decide(people[1]!.jwt, ids[1]!, 'refuse');
    const list = async (filter?: 'pending' | 'approved') =>
      (await sent(asker.jwt, filter)).requests.map(({ id }) => id);
    expect(await list('approved')).toEqual([ids[0]]);
    expect(await list('pending')).toEqual([ids[2]]);
    expect(await list()).toHaveLength(3);
    const wrong = await world.send('contactRequests(filter: refused) { total }', asker.jwt);
    expect(wrong.errors).toHaveLength(1);
  });

  it('[REC-09] report why if there is no credit, no organization, or nothing to buy', async () => {
    const [owner, asker] = [await applicant(), await recruiter()];
    expect((await request(asker.jwt, owner.resumeId)).errors[0]!.message).toMatch(/no contact credit left/);
    const alone = await world.person('recruiter', { approved_at: world.now } as object);
    const jwt = await world.jwtOf(alone.email);
    expect((await request(jwt, owner.resumeId)).errors[0]!.message).toMatch(/add your organization/);
    await sql`update product set retired_at = now() where contact_credits > 0`.execute(world.database);
    expect((await request(asker.jwt, owner.resumeId)).errors[0]!.message).toMatch(/doesn’t offer contacts/);
    expect((await world.ask<{ isOffered: boolean }>('contactOffer { isOffered }', asker.jwt)).isOffered).toBe(false);
    await sql`update product set retired_at = null`.execute(world.database);
    expect(await received(owner.jwt)).toMatchObject({ pending: 0, requests: [] });
  });

  it('[REC-09] need a text of at most 2,000 characters, which stays plain text', async () => {
    const [owner, asker] = [await applicant(), await recruiter(1)];
    const message = 'Hi <script>alert(1)</script> <a href="https://evil.example">x</a>\u202e\u0000';
    for (const wrong of ['', ' \n ', 'x'.repeat(2001)])
      expect((await request(asker.jwt, owner.resumeId, { message: wrong })).errors.map(({ field }) => field)).toEqual([
        'message',
      ]);
    expect(await request(asker.jwt, owner.resumeId, { message })).toEqual({ errors: [] });
    const [first] = (await received(owner.jwt)).requests;
    expect(first!.message).toBe('Hi <script>alert(1)</script> <a href="https://evil.example">x</a>');
  });

  it('[REC-09] [APP-09] let the two sides write to each other by mail, and show nobody’s address', async () => {
    const { owner, asker, id } = await approved();
    expect(await write(asker.jwt, id, 'Are you free on Monday?')).toEqual({ errors: [] });
    // The second press of a button changes nothing.
    expect(await write(asker.jwt, id, 'Are you free on Monday?')).toEqual({ errors: [] });
    expect(await write(owner.jwt, id, 'Yes, at ten.')).toEqual({ errors: [] });
    expect(await textsOf(owner.email, 'contact-written')).toHaveLength(1);
    const [toOwner] = await textsOf(owner.email, 'contact-written');
    const [toAsker] = await textsOf(asker.email, 'contact-reply');
    expect([toOwner, toAsker]).toMatchObject([
      { body: 'Are you free on Monday?', path: '/resume/contacts' },
      { body: 'Yes, at ten.', from: 'Gardener', path: '/contact-credits' },
    ]);
    expect(JSON.stringify(toOwner)).not.toContain(asker.email);
    expect(JSON.stringify(toAsker)).not.toMatch(new RegExp(`${owner.email}|Nightingale`));
    expect((await received(owner.jwt)).requests[0]!.messages).toEqual([
      { isFromApplicant: false, body: 'Are you free on Monday?' },
      { isFromApplicant: true, body: 'Yes, at ten.' },
    ]);
    for (let count = 1; count < 20; count++) await write(asker.jwt, id, `Hello ${count}?`);
    expect((await write(asker.jwt, id, 'Hello?')).errors[0]!.message).toMatch(/20 messages within a day/);
    await revoke(owner.jwt, id);
    expect((await write(owner.jwt, id, 'Bye')).errors[0]!.message).toMatch(/while the contact is approved/);
  });

  it('[REC-09] [ROLE-02] are over for a recruiter whose role an administrator removed', async () => {
    const { owner, asker, id } = await approved();
    const admin = await world.reviewer('administrator');
    await world.ask(`setUserRoles(userId: "${asker.id}", roles: [applicant]) { errors { message } }`, admin.jwt);
    const unknown = (await write(asker.jwt, '00000000-0000-4000-8000-000000000000', 'Hello?')).errors;
    expect(unknown).toHaveLength(1);
    expect((await write(asker.jwt, id, 'Are you free on Monday?')).errors).toEqual(unknown);
    expect((await revoke(asker.jwt, id)).errors).toEqual(unknown);
    expect(await textsOf(owner.email, 'contact-written')).toEqual([]);
    expect(await write(owner.jwt, id, 'Are you still there?')).toEqual({ errors: [] });
    expect(await textsOf(asker.email, 'contact-reply')).toEqual([]);
  });

  it('[APP-09] are part of the account exports of both sides', async () => {
    const { owner, asker, id } = await approved();
    await write(asker.jwt, id, 'Are you free on Monday?');
    await see(asker.jwt, owner.resumeId);
    const exported = async (jwt: string) =>
      JSON.parse(await world.ask<string>('exportMyData', jwt)) as Record<string, unknown>;
    expect(await exported(owner.jwt)).toMatchObject({
      resume_contact: [{ message: 'We plant trees.', state: 'approved', views: 1, messages: [{ by_you: false }] }],
    });
    const asked = await exported(asker.jwt);
    expect(asked).toMatchObject({ resume_contact: [{ message: 'We plant trees.', sent_by_you: true }] });
    expect(JSON.stringify(asked)).not.toContain('Nightingale');
  });

  it('[APP-09] are refused by blocking the organization, until the block is lifted', async () => {
    const { owner, asker, id } = await approved();
    expect(await decide(owner.jwt, id, 'block')).toEqual({ errors: [] });
    expect(await see(asker.jwt, owner.resumeId)).toEqual(HIDDEN);
    await world.grant(asker.organizationId, 1);
    expect((await request(asker.jwt, owner.resumeId)).errors[0]!.message).toMatch(/doesn’t take requests/);
    expect(await credits(asker.jwt)).toEqual([1, 0, 0]);
    const { blocked } = await received(owner.jwt);
    expect(blocked.map((each) => each.id)).toEqual([String(asker.organizationId)]);
    const unblock = `unblockOrganization(organizationId: "${asker.organizationId}") { errors { message } }`;
    expect(await world.ask(unblock, owner.jwt)).toEqual({ errors: [] });
    expect(await request(asker.jwt, owner.resumeId)).toEqual({ errors: [] });
    const [again] = (await received(owner.jwt)).requests;
    expect(await decide(owner.jwt, again!.id, 'block')).toEqual({ errors: [] });
    expect(await credits(asker.jwt)).toEqual([1, 0, 0]);
  });

  it('[APP-09] are released when the resume or the account is deleted, in whatever way', async () => {
    const ways: ((owner: { id: string; jwt: string; resumeId: string }) => Promise<unknown>)[] = [
      ({ jwt }) => world.ask('deleteResume { errors { message } }', jwt),
      ({ jwt }) => world.ask(`deleteAccount(currentPassword: "${PASSWORD}") { errors { message } }`, jwt),
      ({ id }) => sql`delete from account where id = ${id}::uuid`.execute(world.database),
    ];
    for (const [index, end] of ways.entries()) {
      const { owner, asker } = await pending();
      await end(owner);
      expect(await credits(asker.jwt)).toEqual([1, 0, 0]);
      expect(await holdStates(asker.organizationId)).toEqual(['gone void']);
      expect((await request(asker.jwt, owner.resumeId)).errors[0]!.message).toMatch(/isn’t there any more/);
      const outcomes = (await textsOf(asker.email, 'contact-outcome')).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(index === 2 ? [] : ['gone']);
    }
    const slot = await recruiter();
    await world.subscribe(slot.organizationId, 1);
    const owner = await applicant();
    await request(slot.jwt, owner.resumeId);
    expect(await credits(slot.jwt)).toEqual([0, 0, 0]);
    await sql`delete from resume where account_id = ${owner.id}::uuid`.execute(world.database);
    expect(await credits(slot.jwt)).toEqual([0, 0, 1]);
  });

  it('[REC-09] are released when the organization is closed with the account of its only owner', async () => {
    const { owner, asker, id } = await pending();
    await world.ask(`deleteAccount(currentPassword: "${PASSWORD}") { errors { message } }`, asker.jwt);
    expect(await holdStates(asker.organizationId)).toEqual(['revoked void']);
    expect(await textsOf(owner.email, 'contact-revoked')).toMatchObject([{ path: '/resume/contacts' }]);
    expect((await decide(owner.jwt, id, 'approve')).errors).toHaveLength(1);
  });

  it('[REC-09] come from the named organization of the viewer, or else from the active one', async () => {
    const [owner, asker, stranger] = [await applicant(), await recruiter(1), await recruiter(1)];
    const second = await world.organization();
    await world.database
      .insertInto('organization_member')
      .values({ organization_id: second, account_id: asker.id, role: 'owner' })
      .execute();
    await world.grant(second, 2);
    const offered = async (more: string) => {
      const query = `contactOffer(resumeId: "${owner.resumeId}" ${more}) { organization { id } credits request { state } }`;
      const {
        organization,
        credits: left,
        request: last,
      } = await world.ask<{
        organization: { id: string };
        credits: number;
        request: { state: string } | null;
      }>(query, asker.jwt);
      return [Number(organization.id), left, last?.state];
    };
    const ask = (more: string) =>
      world.ask(
        `requestContact(input: { resumeId: "${owner.resumeId}", message: "Hello" } ${more}) { errors { message } }`,
        asker.jwt,
      );
    const named = `organizationId: "${second}"`;
    expect(await offered('')).toEqual([asker.organizationId, 1, undefined]);
    expect(await offered(named)).toEqual([second, 2, undefined]);
    expect(await ask(named)).toEqual({ errors: [] });
    expect(await offered(named)).toEqual([second, 1, 'pending']);
    expect(await offered('')).toEqual([asker.organizationId, 1, undefined]);
    for (const other of [String(stranger.organizationId), '999999', 'x', '']) {
      await expect(offered(`organizationId: "${other}"`)).rejects.toThrow('FORBIDDEN');
      await expect(ask(`organizationId: "${other}"`)).rejects.toThrow('FORBIDDEN');
    }
    expect(await ask('')).toEqual({ errors: [] });
    const { requests } = await received(owner.jwt);
    expect(requests.map(({ organization }) => Number(organization.id))).toEqual([asker.organizationId, second]);
  });

  describe('of an organization that is merged with one that the applicant has blocked', () => {
    const block = (accountId: string, organizationId: number) =>
      sql`insert into resume_contact_block values (${accountId}::uuid, ${organizationId}, now())`.execute(
        world.database,
      );
    const merge = async (from: number, into: number) =>
      world.ask(
        `mergeOrganizations(from: "${from}", into: "${into}") { errors { message: rule } }`,
        (await world.reviewer('administrator')).jwt,
      );

    it('[REC-09] [APP-09] end, whichever of the two it had blocked', async () => {
      for (const isMoved of [true, false]) {
        const [{ owner, asker }, other] = [await approved(), await recruiter()];
        await block(owner.id, other.organizationId);
        const ids = [asker.organizationId, other.organizationId] as const;
        expect(await (isMoved ? merge(ids[0], ids[1]) : merge(ids[1], ids[0]))).toEqual({ errors: [] });
        for (const { jwt } of [asker, other]) expect(await see(jwt, owner.resumeId)).toEqual(HIDDEN);
        expect((await received(owner.jwt)).requests.map(({ state }) => state)).toEqual(['revoked']);
        expect(await textsOf(owner.email, 'contact-revoked')).toEqual([]);
      }
    });

    it('[REC-09] release what they hold, and the contacts with other people stay', async () => {
      const [{ owner, asker }, other, friend] = [await pending(), await recruiter(), await applicant()];
      await world.grant(asker.organizationId, 1);
      expect(await request(asker.jwt, friend.resumeId)).toEqual({ errors: [] });
      await block(owner.id, other.organizationId);
      expect(await credits(asker.jwt)).toEqual([0, 2, 0]);
      expect(await merge(other.organizationId, asker.organizationId)).toEqual({ errors: [] });
      expect(await credits(asker.jwt)).toEqual([1, 1, 0]);
      expect(await holdStates(asker.organizationId)).toEqual(['revoked void', 'pending held']);
    });
  });
});
