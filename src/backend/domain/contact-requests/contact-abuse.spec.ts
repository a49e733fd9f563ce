import { sql } from 'kysely';
import { contactWorld } from '../../../../test/support/worlds/contact-world.js';
import { statement } from '../ledger/ledger.js';
import { lapseContacts } from './end-contact.js';

const DAY_MS = 86_400_000;

describe('concurrent, late and unauthorized requests for contact', () => {
  const world = contactWorld();
  const { applicant, recruiter, request, decide, revoke, write, see, sent, received, credits, holdStates } = world;

  async function pending() {
    const [owner, asker] = [await applicant(), await recruiter(1)];
    expect(await request(asker.jwt, owner.resumeId)).toEqual({ errors: [] });
    return { owner, asker, id: (await received(owner.jwt)).requests[0]!.id };
  }
  const lapse = (id: string, after = '-1 second') =>
    sql`update resume_contact set lapses_at = clock_timestamp() + ${after}::interval where key = ${id}::uuid`.execute(
      world.database,
    );

  it('[REC-09] 50 concurrent clicks on one credit: one request holds it, 49 are told why not', async () => {
    const asker = await recruiter(1);
    const people = await Promise.all(Array.from({ length: 5 }, () => applicant()));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_each, index) =>
        request(asker.jwt, people[index % 5]!.resumeId, { key: `click ${index}`, process: index % 2 }),
      ),
    );
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    for (const { errors } of answers.filter((each) => each.errors.length > 0))
      expect(errors[0]!.message).toMatch(/no contact credit left|already asked/);
    expect(await credits(asker.jwt)).toEqual([0, 1, 0]);
    expect(await holdStates(asker.organizationId)).toEqual(['pending held']);
    const owner = { site: 'default', kind: 'organization', id: String(asker.organizationId) } as const;
    const movements = await statement(world.database, { owner, unit: 'resume_contact' }, { limit: 100 });
    expect(movements.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  });

  it('[REC-09] a form that is sent twice concurrently is one request, and both responses report success', async () => {
    const [owner, asker] = [await applicant(), await recruiter(2)];
    const send = (process: number) => request(asker.jwt, owner.resumeId, { key: 'the same form', process });
    expect(await Promise.all([send(0), send(1)])).toEqual([{ errors: [] }, { errors: [] }]);
    expect(await send(0)).toEqual({ errors: [] });
    expect(await credits(asker.jwt)).toEqual([1, 1, 0]);
    expect((await request(asker.jwt, owner.resumeId, { key: 'another' })).errors[0]!.message).toMatch(/already asked/);
  });

  it('[APP-09] one that is approved while it lapses ends in one of both states, with its credit', async () => {
    for (let count = 0; count < 8; count++) {
      const { owner, asker, id } = await pending();
      await lapse(id, `${count * 4} milliseconds`);
      const [answer] = await Promise.all([
        decide(owner.jwt, id, 'approve'),
        lapseContacts(world.database, world.now),
        lapseContacts(world.database, world.now),
      ]);
      await lapseContacts(world.database, world.now);
      const states = await holdStates(asker.organizationId);
      expect(states).toEqual([answer.errors.length === 0 ? 'approved post' : 'lapsed void']);
      expect(await credits(asker.jwt)).toEqual([answer.errors.length === 0 ? 0 : 1, 0, 0]);
    }
  });

  it('[APP-09] an overdue one cannot be approved, whether or not it has been processed', async () => {
    const { owner, asker, id } = await pending();
    await lapse(id);
    expect((await received(owner.jwt)).requests[0]!.state).toBe('lapsed');
    expect((await decide(owner.jwt, id, 'approve')).errors[0]!.message).toMatch(/lapsed after 14 days/);
    expect(await credits(asker.jwt)).toEqual([1, 0, 0]);
    expect(await holdStates(asker.organizationId)).toEqual(['lapsed void']);
    const other = await pending();
    await lapse(other.id);
    expect(await request(other.asker.jwt, other.owner.resumeId)).toEqual({ errors: [] });
    expect(await holdStates(other.asker.organizationId)).toEqual(['lapsed void', 'pending held']);
  });

  it('[REC-09] two concurrent answers are serialized', async () => {
    const { owner, asker, id } = await pending();
    const answers = await Promise.all([
      decide(owner.jwt, id, 'approve', 0),
      decide(owner.jwt, id, 'refuse', 1),
      revoke(asker.jwt, id, 0),
    ]);
    const [state] = await holdStates(asker.organizationId);
    expect(['approved post', 'refused void', 'revoked void', 'revoked post']).toContain(state);
    expect(answers.filter(({ errors }) => errors.length === 0).length).toBeGreaterThanOrEqual(1);
  });

  it('[REC-09] hidden and deleted resumes, and those of other sites, accept none, and nothing is charged', async () => {
    const asker = await recruiter(1);
    const [hidden, deleted, blocked, elsewhere] = [
      await applicant(),
      await applicant(),
      await applicant(),
      await applicant(),
    ];
    await world.ask('setResumeVisibility(visible: false) { errors { message } }', hidden.jwt);
    await world.ask('deleteResume { errors { message } }', deleted.jwt);
    await sql`update account set blocked_at = now() where id = ${blocked.id}::uuid`.execute(world.database);
    await sql`update resume set site = 'uk' where account_id = ${elsewhere.id}::uuid`.execute(world.database);
    for (const { resumeId } of [hidden, deleted, blocked, elsewhere, { resumeId: 'nonsense' }])
      expect((await request(asker.jwt, resumeId)).errors[0]!.message).toMatch(/isn’t there any more/);
    expect(await credits(asker.jwt)).toEqual([1, 0, 0]);
  });

  it('[ROLE-05] an approved contact sees nothing of a resume that is hidden again', async () => {
    const { owner, asker, id } = await pending();
    const show = (visible: boolean) =>
      world.ask(`setResumeVisibility(visible: ${visible}) { errors { message } }`, owner.jwt);
    await show(false);
    expect((await decide(owner.jwt, id, 'approve')).errors[0]!.message).toMatch(/Your resume is hidden/);
    await show(true);
    expect(await decide(owner.jwt, id, 'approve')).toEqual({ errors: [] });
    expect((await see(asker.jwt, owner.resumeId))!.privateFieldsShown).toBe(true);
    await show(false);
    expect(await see(asker.jwt, owner.resumeId)).toBeNull();
  });

  it('[ROLE-02] nobody can read, answer, end or write to the requests of others, whatever their role', async () => {
    const { owner, asker, id } = await pending();
    const others = [await applicant(), await recruiter(1)].map(({ jwt }) => jwt);
    for (const role of ['administrator', 'site_admin', 'job_editor']) others.push((await world.reviewer(role)).jwt);
    for (const jwt of others) {
      for (const decision of ['approve', 'refuse', 'block'])
        expect((await decide(jwt, id, decision)).errors[0]!.message).toMatch(/no such request/);
      expect((await revoke(jwt, id)).errors[0]!.message).toMatch(/no such request/);
      expect((await write(jwt, id, 'Hello')).errors[0]!.message).toMatch(/no such request/);
      expect(JSON.stringify(await received(jwt))).not.toContain(id);
    }
    // Each side can do only what is allowed to it.
    expect((await decide(asker.jwt, id, 'approve')).errors[0]!.message).toMatch(/no such request/);
    expect((await revoke(owner.jwt, id)).errors).toHaveLength(1);
    for (const jwt of [owner.jwt, asker.jwt]) expect((await write(jwt, id, 'Hello')).errors).toHaveLength(1);
    expect((await received(owner.jwt)).requests[0]!.state).toBe('pending');
    const own = await recruiter(1);
    await sql`update account set roles = '{applicant,recruiter}' where id = ${owner.id}::uuid`.execute(world.database);
    await world.database
      .insertInto('organization_member')
      .values({ organization_id: own.organizationId, account_id: owner.id, role: 'editor' })
      .execute();
    await sql`update account set approved_at = now() where id = ${owner.id}::uuid`.execute(world.database);
    expect((await request(owner.jwt, owner.resumeId)).errors[0]!.message).toMatch(/your own resume/);
  });

  it('[AUTH-14] an administrator who acts as one of the sides neither sees private fields nor answers', async () => {
    const { owner, asker, id } = await pending();
    await decide(owner.jwt, id, 'approve');
    const admin = await world.reviewer('administrator');
    const acted = await world.ask<{ jwt: string }>(`masquerade(userId: "${asker.id}") { jwt }`, admin.jwt);
    expect((await see(acted.jwt, owner.resumeId))!.privateFieldsShown).toBe(false);
    const views = async () => {
      const { rows } = await sql<{ details: object }>`
        select details from audit_event where actor_id = ${asker.id}::uuid and action = 'contact.opened'
      `.execute(world.database);
      return rows.map(({ details }) => details);
    };
    await sent(acted.jwt);
    expect(await views()).toEqual([]);
    await write(owner.jwt, id, 'I am on holiday.');
    await sent(asker.jwt);
    expect(await views()).toEqual([]);
    await sent(acted.jwt);
    await world.ask(`contactOffer(resumeId: "${owner.resumeId}") { request { messages { body } } }`, acted.jwt);
    expect(await views()).toEqual([{ organization: String(asker.organizationId), masquerader: admin.id }]);
    const other = await world.reviewer('administrator');
    const owned = await world.ask<{ jwt: string }>(`masquerade(userId: "${owner.id}") { jwt }`, other.jwt);
    await expect(revoke(owned.jwt, id)).rejects.toThrow('FORBIDDEN');
    expect((await received(owner.jwt)).requests[0]!.viewCount).toBe(0);
  });

  it('[REC-09] the application’s clock has no influence, whether it is ahead or behind', async () => {
    const start = world.now;
    const { owner, asker, id } = await pending();
    world.now = new Date(start.getTime() + 60 * DAY_MS);
    expect(await lapseContacts(world.database, world.now)).toBe(0);
    world.now = new Date(start.getTime() - 60 * DAY_MS);
    await world.database.updateTable('account').set({ blocked_at: null }).where('id', '=', owner.id).execute();
    const outcome = await decide(owner.jwt, id, 'approve');
    expect(outcome).toEqual({ errors: [] });
    expect(await holdStates(asker.organizationId)).toEqual(['approved post']);
  });

  it('[REC-09] cannot be withdrawn and repeated without end, which would send a mail each time', async () => {
    const [owner, asker, other] = [await applicant(), await recruiter(1), await recruiter(1)];
    const mails = async () => {
      const { rows } = await sql`
        select from mail where template = 'contact-request' and recipient = ${owner.email}
      `.execute(world.database);
      return rows.length;
    };
    for (let count = 0; count < 3; count += 1) {
      expect(await request(asker.jwt, owner.resumeId, { key: `form ${count}` })).toEqual({ errors: [] });
      await revoke(asker.jwt, (await received(owner.jwt)).requests[0]!.id);
    }
    expect((await request(asker.jwt, owner.resumeId)).errors[0]!.message).toMatch(/3 requests .* in the last 30 days/);
    expect([await mails(), await credits(asker.jwt)]).toEqual([3, [1, 0, 0]]);
    expect(await request(other.jwt, owner.resumeId)).toEqual({ errors: [] });
    expect(await request(asker.jwt, (await applicant()).resumeId)).toEqual({ errors: [] });
    await sql`update resume_contact set ended_at = ended_at - interval '31 days' where ended_at is not null`.execute(
      world.database,
    );
    await world.grant(asker.organizationId, 1);
    expect(await request(asker.jwt, owner.resumeId)).toEqual({ errors: [] });
  });

  it('[REC-09] people who have left the organization no longer see anything', async () => {
    const { owner, asker, id } = await pending();
    await decide(owner.jwt, id, 'approve');
    expect((await see(asker.jwt, owner.resumeId))!.privateFieldsShown).toBe(true);
    await sql`delete from organization_member where account_id = ${asker.id}::uuid`.execute(world.database);
    expect((await see(asker.jwt, owner.resumeId))!.privateFieldsShown).toBe(false);
    expect((await revoke(asker.jwt, id)).errors).toHaveLength(1);
  });
});
