import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { PASSWORD } from '../../../../../test/support/worlds/account-world.js';

interface Queue {
  total: number;
  recruiters: {
    id: string;
    email: string;
    domain: string;
    organizations: { name: string }[];
    sameDomain: { email: string; isApproved: boolean }[];
    sameDomainTotal: number;
    approval: { state: string; message: string | null } | null;
    version: number;
  }[];
}

const FACTS =
  'total recruiters { id email domain version organizations { name } sameDomain { email isApproved } sameDomainTotal approval { state message } }';

describe('[AUTH-19] approval of recruiters, on a site that requires it', () => {
  const world = jobWorld({ recruiterApproval: true });
  let admins: string[] = [];
  beforeAll(async () => {
    const { jwt } = await world.reviewer('administrator');
    admins = [jwt, (await world.reviewer('administrator')).jwt];
  });

  const queue = (more = '') => world.ask<Queue>(`recruitersToApprove${more} { ${FACTS} }`, admins[0]);
  const waiting = async (email: string) =>
    (await queue('(limit: 100)')).recruiters.find((each) => each.email === email);
  const decide = (userId: string, version: number, decision: string, message = '', admin = 0, process = 0) =>
    world.ask(
      `decideRecruiter(input: { userId: "${userId}", version: ${version}, decision: ${decision}, message: ${JSON.stringify(message)} }) { errors { field message } }`,
      admins[admin],
      process,
    );
  const isApproved = async (jwt: string, process = 0) =>
    (await world.ask<{ isUserApprovedAndVerified: boolean }>('getUser { isUserApprovedAndVerified }', jwt, process))
      .isUserApprovedAndVerified;
  const searches = async (jwt: string) => {
    const asked = 'searchAPISearch(index_id: "resumes", range: { first: 0, last: 1 }) { result_count }';
    return (await world.send(asked, jwt)).errors?.[0]?.extensions?.code ?? 'OK';
  };
  const ownApproval = (jwt: string) =>
    world.ask<{ state: string; message: string | null } | null>('ownRecruiterApproval { state message }', jwt);

  async function registered(email: string, organization: string): Promise<string> {
    await world.register(email, `, organizationName: "${organization}"`, 'recruiter');
    const [mail] = await world.mailsTo(email);
    const verified = await world.ask(
      `verifyEmail(token: "${mail!.token}", password: "${PASSWORD}") { jwt errors { message } }`,
    );
    return verified.jwt!;
  }

  it('is not granted by verifying the address, which only opens the account', async () => {
    const jwt = await registered('rosa@orchard.test', 'Orchard');
    expect(await isApproved(jwt)).toBe(false);
    expect(await ownApproval(jwt)).toEqual({ state: 'waiting', message: null });
    expect(await searches(jwt)).toBe('FORBIDDEN');
    expect(await waiting('rosa@orchard.test')).toMatchObject({
      domain: 'orchard.test',
      organizations: [{ name: 'Orchard' }],
      sameDomain: [],
      approval: null,
      version: 0,
    });
  });

  it('[REC-02] is required to publish jobs, send them for review, or schedule them; until then they stay drafts, with the reason', async () => {
    const id = await world.organization();
    const { jwt, id: accountId } = await world.member(id);
    const job = await world.draft(jwt);
    for (const step of ['publish', 'schedule', 'submit', 'update', 'renew'])
      expect([step, (await world.move(jwt, job, step)).errors.map(({ rule }) => rule)[0]]).toEqual([
        step,
        step === 'publish' || step === 'schedule' ? 'unapproved' : expect.stringMatching(/unapproved|state|noReview/),
      ]);
    expect((await world.move(jwt, job, 'publish')).errors[0]!.message).toMatch(/still reviewing your account/);
    expect((await world.state(job))!.state).toBe('draft');
    const pending = await world.organization('pending');
    const other = await world.member(pending);
    const sent = await world.draft(other.jwt);
    expect((await world.move(other.jwt, sent, 'submit')).errors.map(({ rule }) => rule)).toEqual(['unapproved']);
    await decide(accountId, 0, 'approve');
    expect((await world.move(jwt, job, 'publish')).errors).toEqual([]);
    expect((await world.state(job))!.state).toBe('published');
  });

  it('takes effect at once in every process, with a mail and an audit entry', async () => {
    const jwt = await registered('ada@mill.test', 'Mill');
    const { id, version } = (await waiting('ada@mill.test'))!;
    for (const process of [0, 1]) expect(await isApproved(jwt, process)).toBe(false);
    expect(await decide(id, version, 'approve')).toEqual({ errors: [] });
    for (const process of [0, 1]) expect(await isApproved(jwt, process)).toBe(true);
    expect(await searches(jwt)).toBe('OK');
    expect(await ownApproval(jwt)).toBeNull();
    expect(await waiting('ada@mill.test')).toBeUndefined();
    expect((await world.mailsTo('ada@mill.test')).map(({ template }) => template)).toContain('recruiter-approved');
    const [event] = await world.ask<{ action: string; subject: { id: string } }[]>(
      'auditEvents(limit: 1) { action subject { id } }',
      admins[0],
    );
    expect(event).toEqual({ action: 'recruiter.approved', subject: { id } });
  });

  it('asks a question, then refuses with a reason; each needs a text, which is sent to the recruiter', async () => {
    const jwt = await registered('ben@cave.test', 'Cave');
    const { id } = (await waiting('ben@cave.test'))!;
    for (const decision of ['ask', 'refuse'])
      expect((await decide(id, 0, decision, '  ')).errors.map(({ field }) => field)).toEqual(['message']);
    expect((await decide(id, 0, 'ask', 'x'.repeat(2001))).errors[0]!.message).toContain('2,000');
    // Forms send a line break as two characters; it is counted as one, as in the browser.
    const question = Array(1000).fill('?').join('\n');
    expect(await decide(id, 0, 'ask', question.replaceAll('\n', '\r\n'))).toEqual({ errors: [] });
    expect(await waiting('ben@cave.test')).toMatchObject({
      approval: { state: 'asked', message: question },
      version: 1,
    });
    expect(await ownApproval(jwt)).toEqual({ state: 'asked', message: question });
    expect(await decide(id, 1, 'refuse', 'No charity.')).toEqual({ errors: [] });
    expect(await waiting('ben@cave.test')).toBeUndefined();
    expect(await ownApproval(jwt)).toEqual({ state: 'refused', message: 'No charity.' });
    expect(await isApproved(jwt)).toBe(false);
    const refused = await queue('(refused: true)');
    expect(refused.recruiters.map(({ email }) => email)).toContain('ben@cave.test');
    const templates = (await world.mailsTo('ben@cave.test')).map(({ template }) => template);
    expect(templates.slice(-2)).toEqual(['recruiter-question', 'recruiter-refused']);
    // The refusal was a mistake.
    expect(await decide(id, 2, 'approve')).toEqual({ errors: [] });
    expect(await isApproved(jwt)).toBe(true);
  });

  it('of two concurrent decisions the first counts, and the second administrator is told', async () => {
    await registered('cleo@twice.test', 'Twice');
    const { id } = (await waiting('cleo@twice.test'))!;
    const answers = await Promise.all([
      decide(id, 0, 'approve', '', 0, 0),
      decide(id, 0, 'refuse', 'We do not know you.', 1, 1),
    ]);
    const messages = answers.flatMap(({ errors }) => errors.map(({ message }) => message));
    expect(messages).toEqual([expect.stringMatching(/Somebody else has decided/)]);
    const sent = (await world.mailsTo('cleo@twice.test')).filter(({ template }) => template.startsWith('recruiter-'));
    expect(sent).toHaveLength(1);
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from audit_event where subject_id = ${id}::uuid and action like 'recruiter.%'
    `.execute(world.database);
    expect(rows[0]!.n).toBe(1);
  });

  it('shows up to five other accounts with an address of the same domain', async () => {
    for (let count = 0; count < 7; count++)
      await sql`insert into account (email, name, roles, email_verified, approved_at)
        values (${`p${count}@big.test`}, 'P', '{applicant}', now(), ${count === 0 ? new Date() : null})`.execute(
        world.database,
      );
    await registered('new@big.test', 'Big');
    const found = (await waiting('new@big.test'))!;
    expect([found.sameDomain.length, found.sameDomainTotal]).toEqual([5, 7]);
    expect(found.sameDomain[0]).toEqual({ email: 'p0@big.test', isApproved: true });
  });

  it('counts at most 101 other accounts, as a mail provider may have most accounts of the site', async () => {
    await sql`insert into account (email, name, roles)
      select 'x' || n || '@provider.test', 'X', '{applicant}' from generate_series(1, 150) n`.execute(world.database);
    await registered('new@provider.test', 'Provided');
    const found = (await waiting('new@provider.test'))!;
    expect([found.sameDomain.length, found.sameDomainTotal]).toEqual([5, 101]);
  });

  it('is not asked for applicants, unverified accounts, and blocked accounts', async () => {
    const id = await world.organization();
    const unverified = await world.member(id, 'owner', { email_verified: null });
    const blocked = await world.member(id);
    await sql`update account set blocked_at = now() where id = ${blocked.id}::uuid`.execute(world.database);
    const applicant = await world.person('applicant');
    const emails = (await queue('(limit: 100)')).recruiters.map(({ email }) => email);
    for (const { email } of [unverified, blocked, applicant]) expect(emails).not.toContain(email);
    for (const subject of [unverified.id, blocked.id, applicant.id, 'x'])
      expect((await decide(subject, 0, 'approve')).errors).toHaveLength(1);
    expect(await isApproved(await world.jwtOf(applicant.email))).toBe(true);
  });

  it('ends if an administrator removes the role, which an invitation gives back without it', async () => {
    const first = await world.organization();
    const { id, email, jwt } = await world.member(first, 'editor');
    await decide(id, 0, 'approve');
    expect(await searches(jwt)).toBe('OK');
    await world.ask(`setUserRoles(userId: "${id}", roles: [applicant]) { errors { message } }`, admins[0]);
    const pending = await world.organization('pending');
    const unapproved = await world.member(pending);
    await world.ask(
      `inviteMember(organizationId: "${pending}", email: "${email}", role: editor) { errors { message } }`,
      unapproved.jwt,
    );
    const [invitation] = await world.ask<{ id: string }[]>('ownInvitations { id }', jwt);
    const accept = `acceptInvitation(id: "${invitation!.id}") { errors { message } }`;
    const { errors } = await world.ask<{ errors: { message: string }[] }>(accept, jwt);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/taken the recruiter role/)]);
    expect((await world.send(`organizationTeam(organizationId: "${first}") { name }`, jwt)).errors).toHaveLength(1);
    // Nothing comes back with the role once they have left the organization, not even the approval.
    await world.ask(`removeMember(organizationId: "${first}", userId: "${id}") { errors { message } }`, jwt);
    expect(await world.ask(accept, jwt)).toEqual({ errors: [] });
    expect(await searches(jwt)).toBe('FORBIDDEN');
    expect(await waiting(email)).toMatchObject({ approval: null, version: 1 });
    expect(await decide(id, 1, 'approve')).toEqual({ errors: [] });
    expect(await searches(jwt)).toBe('OK');
  });

  it('is granted if an administrator makes somebody a recruiter, but not by an invitation', async () => {
    const { id, email } = await world.person('applicant');
    const jwt = await world.jwtOf(email);
    await world.ask(`setUserRoles(userId: "${id}", roles: [applicant, recruiter]) { errors { message } }`, admins[0]);
    expect(await isApproved(jwt)).toBe(true);
    const organization = await world.organization();
    const owner = await world.member(organization);
    const guest = await world.person('applicant');
    await world.ask(
      `inviteMember(organizationId: "${organization}", email: "${guest.email}", role: editor) { errors { message } }`,
      owner.jwt,
    );
    const guestJwt = await world.jwtOf(guest.email);
    const [invitation] = await world.ask<{ id: string }[]>('ownInvitations { id }', guestJwt);
    await world.ask(`acceptInvitation(id: "${invitation!.id}") { errors { message } }`, guestJwt);
    expect(await isApproved(guestJwt)).toBe(false);
    expect(await waiting(guest.email)).toBeDefined();
  });
});

describe('[AUTH-19] recruiters on a site without approval', () => {
  const world = jobWorld();

  it('are approved with the verification of their address', async () => {
    const { jwt } = await world.member(await world.organization());
    expect(await world.ask('getUser { isUserApprovedAndVerified }', jwt)).toEqual({ isUserApprovedAndVerified: true });
    const job = await world.draft(jwt);
    expect((await world.move(jwt, job, 'publish')).errors).toEqual([]);
    const { data } = await world.send('ownRecruiterApproval { state }', jwt);
    expect(data).toEqual({ ownRecruiterApproval: null });
  });
});
