import { sql } from 'kysely';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { PASSWORD } from '../../../../../test/support/worlds/account-world.js';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';

describe('[ROLE-01] what administrators decide about organizations', () => {
  const world = jobWorld({ jobs: { ...DEFAULT_JOB_RULES, review: true } });
  let admin: { id: string; jwt: string };
  const decide = async (id: number, decision: string, reason = '') => {
    const input = `{ id: "${id}", decision: ${decision}, reason: ${JSON.stringify(reason)} }`;
    const { errors } = await world.ask<{ errors: { field: string | null; rule: string }[] }>(
      `decideOrganization(input: ${input}) { errors { field rule } }`,
      admin.jwt,
    );
    return errors.map(({ field, rule }) => `${field} ${rule}`);
  };
  const facts = (id: number) =>
    world.ask<{ state: string; isVerified: boolean; isTrusted: boolean; publishedJobs: number }>(
      `siteOrganization(id: "${id}") { state isVerified isTrusted publishedJobs }`,
      admin.jwt,
    );
  const actions = async (count: number) =>
    (await world.ask<{ action: string }[]>(`auditEvents(limit: ${count}) { action }`, admin.jwt)).map(
      ({ action }) => action,
    );
  const templates = async (email: string) => (await world.mailsTo(email)).map(({ template }) => template);

  /** Creates a member of a public organization with a published job. */
  async function employer() {
    const organization = await world.organization();
    const member = await world.member(organization);
    const editor = await world.reviewer();
    const job = await world.draft(member.jwt);
    await world.move(member.jwt, job, 'submit');
    await world.move(editor.jwt, job, 'approve');
    return { organization, member, job };
  }

  beforeAll(async () => {
    admin = await world.reviewer('administrator');
  });

  it('a suspended one goes offline with its jobs, is told why, and is restored unchanged', async () => {
    const { organization, member, job } = await employer();
    expect(await decide(organization, 'suspend', ' ')).toEqual(['reason required']);
    expect(await world.state(job)).toMatchObject({ state: 'published' });
    expect(await decide(organization, 'suspend', 'Nobody answers there.')).toEqual([]);
    expect(await facts(organization)).toMatchObject({ state: 'suspended', publishedJobs: 0 });
    expect(await world.state(job)).toMatchObject({ state: 'draft', indexed: false });
    expect(await world.ask(`organizationProfile(id: "${organization}") { name }`)).toBeNull();
    expect((await world.move(member.jwt, job, 'submit')).errors[0]!.rule).toBe('organization');
    expect(await templates(member.email)).toContain('organization-suspended');

    // Blocking and unblocking the owner does not lift a suspension by an administrator.
    const block = (blocked: boolean) =>
      world.ask(
        `setUserBlocked(userId: "${member.id}", blocked: ${blocked}, reason: "x") { errors { message } }`,
        admin.jwt,
      );
    await block(true);
    expect(await decide(organization, 'resume')).toEqual([`null ownerBlocked`]);
    await block(false);
    expect(await facts(organization)).toMatchObject({ state: 'suspended' });

    expect(await decide(organization, 'resume')).toEqual([]);
    expect(await facts(organization)).toMatchObject({ state: 'public', publishedJobs: 1 });
    expect(await world.state(job)).toMatchObject({ state: 'published', indexed: true });
    expect(await templates(member.email)).toContain('organization-resumed');
    expect((await actions(4)).filter((action) => action.startsWith('organization.'))).toEqual([
      'organization.restored',
      'organization.suspended',
    ]);
  });

  it('one that is offline because its owner is blocked can be suspended too, which is recorded', async () => {
    const { organization, member } = await employer();
    const block = (blocked: boolean) =>
      world.ask(
        `setUserBlocked(userId: "${member.id}", blocked: ${blocked}, reason: "x") { errors { message } }`,
        admin.jwt,
      );
    await block(true);
    expect(await decide(organization, 'suspend', 'Nobody answers there.')).toEqual([]);
    const [event] = await world.ask<{ action: string; details: { name: string; value: string }[] }[]>(
      'auditEvents(limit: 1) { action details { name value } }',
      admin.jwt,
    );
    expect(event).toMatchObject({ action: 'organization.suspended' });
    expect(event!.details).toContainEqual({ name: 'reason', value: 'Nobody answers there.' });
    await block(false);
    expect(await facts(organization)).toMatchObject({ state: 'suspended' });
  });

  it('a suspended one whose only owner deletes the account is closed, and cannot be restored', async () => {
    const { organization, member, job } = await employer();
    await sql`insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, job_slots)
      values (${organization}, 'job_slots', 'active', 'p', 'P', 'Slots', now() - interval '1 hour', 1)`.execute(
      world.database,
    );
    await sql`insert into job_charge (job_id, number, subscription_id, charged_at)
      select ${job}, 1, id, now() from subscription where organization_id = ${organization}`.execute(world.database);
    await decide(organization, 'suspend', 'Nobody answers there.');
    const openCharges = async () =>
      (await sql`select from job_charge where job_id = ${job} and ended_at is null`.execute(world.database)).rows
        .length;
    expect(await openCharges()).toBe(1);
    const remove = `deleteAccount(currentPassword: "${PASSWORD}") { errors { rule: message } }`;
    expect(await world.ask(remove, member.jwt)).toEqual({ errors: [] });
    expect(await openCharges()).toBe(0);
    expect(await decide(organization, 'resume')).toEqual(['null gone']);
    expect(await facts(organization)).toMatchObject({ state: 'closed', publishedJobs: 0 });
    expect(await world.state(job)).toMatchObject({ state: 'draft', indexed: false });
  });

  it('a suspended one that nobody has seen is deleted with the account of its only owner', async () => {
    const organization = await world.organization('pending');
    const member = await world.member(organization);
    await decide(organization, 'suspend', 'Nobody answers there.');
    const remove = `deleteAccount(currentPassword: "${PASSWORD}") { errors { rule: message } }`;
    expect(await world.ask(remove, member.jwt)).toEqual({ errors: [] });
    expect(await facts(organization)).toBeNull();
  });

  it('a trusted one publishes without review, until trust is taken back', async () => {
    const { organization, member, job } = await employer();
    const fresh = await world.draft(member.jwt);
    expect((await world.move(member.jwt, fresh, 'publish')).errors[0]!.rule).toBe('review');
    expect(await decide(organization, 'trust')).toEqual([]);
    expect(await facts(organization)).toMatchObject({ isTrusted: true });
    expect((await world.move(member.jwt, fresh, 'publish')).job!.state).toBe('published');
    // A job that a reviewer has unpublished needs a review nevertheless.
    const editor = await world.reviewer();
    await world.move(editor.jwt, job, 'unpublish', 'reason: "No."');
    expect((await world.move(member.jwt, job, 'publish')).errors[0]!.rule).toBe('review');
    await decide(organization, 'distrust');
    const other = await world.draft(member.jwt);
    expect((await world.move(member.jwt, other, 'publish')).errors[0]!.rule).toBe('review');
    expect((await actions(10)).filter((action) => /trusted$/.test(action))).toEqual([
      'organization.distrusted',
      'organization.trusted',
    ]);
  });

  it('verifying one that was not reviewed yet makes it public', async () => {
    const organization = await world.organization('pending');
    expect(await decide(organization, 'verify')).toEqual([]);
    await decide(organization, 'verify');
    expect(await facts(organization)).toMatchObject({ state: 'public', isVerified: true });
    expect(await actions(1)).toEqual(['organization.verified']);
    await decide(organization, 'unverify');
    expect(await facts(organization)).toMatchObject({ state: 'public', isVerified: false });
  });

  it('verifying one that is suspended, and was not reviewed before, makes it public when it is restored', async () => {
    const organization = await world.organization('pending');
    await decide(organization, 'suspend', 'Nobody answers there.');
    expect(await decide(organization, 'verify')).toEqual([]);
    expect(await facts(organization)).toMatchObject({ state: 'suspended', isVerified: true });
    expect(await decide(organization, 'resume')).toEqual([]);
    expect(await facts(organization)).toMatchObject({ state: 'public', isVerified: true });
    expect(await world.ask(`organizationProfile(id: "${organization}") { id }`)).toEqual({ id: String(organization) });
  });

  it('finds them by name and state, without those of other sites', async () => {
    const { organization } = await employer();
    await sql`update organization set name = '50% Meadow' where id = ${organization}`.execute(world.database);
    const found = (filters: string) =>
      world.ask<{ total: number; organizations: { id: string; members: { role: string }[] }[] }>(
        `siteOrganizations(${filters}) { total organizations { id members { role } } }`,
        admin.jwt,
      );
    expect((await found('search: "0% mea"')).organizations).toEqual([
      { id: String(organization), members: [{ role: 'owner' }] },
    ]);
    expect((await found('search: "5_% mea"')).total).toBe(0);
    expect((await found('search: "0% mea", state: suspended')).total).toBe(0);
    await sql`update organization set site = 'elsewhere' where id = ${organization}`.execute(world.database);
    expect((await found('search: "0% mea"')).total).toBe(0);
    expect(await decide(organization, 'trust')).toEqual(['null gone']);
    expect(await decide(999999, 'suspend', 'x')).toEqual(['null gone']);
  });
});
