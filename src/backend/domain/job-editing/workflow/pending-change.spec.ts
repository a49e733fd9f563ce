import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { endOfDay, endOfDayOf } from '#shared/time-zones/zoned-days.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

const DAY_MS = 86_400_000;

describe('[REC-02] changes of public jobs that need a review', () => {
  const world = jobWorld({ jobs: { ...DEFAULT_JOB_RULES, review: true } });
  /** The site of these tests is in UTC. */
  const endOf = (date: Date): Date => endOfDayOf(date, 'UTC');
  const later = (days: number): Date => new Date(world.now.getTime() + days * DAY_MS);

  async function row(id: string) {
    const { rows } = await sql<{
      state: string;
      description: string;
      expires_at: Date;
      change_submitted_at: Date | null;
    }>`
      select state, description, expires_at, change_submitted_at from job where id = ${id}`.execute(world.database);
    return rows[0]!;
  }

  /** Publishes a job of an organization that has been reviewed. */
  async function published(more: Record<string, string> = {}) {
    const member = await world.member(await world.organization());
    const editor = await world.reviewer();
    const id = await world.draft(member.jwt, { duration: '14', ...more });
    await world.move(member.jwt, id, 'submit');
    await world.move(editor.jwt, id, 'approve');
    return { id, member, editor };
  }

  async function change(jwt: string, id: string, fields: Record<string, string | string[]>) {
    const { version } = (await world.edited(jwt, id))!;
    return world.save(jwt, `id: "${id}", version: ${version},`, fields);
  }

  const description = (text: string) => `<p>${text}</p>`;
  const FIRST = description('You look after people at home.');

  it('a published job stays unchanged while a change waits, and gets the change when it is approved', async () => {
    const { id, member, editor } = await published();
    const before = await row(id);
    await change(member.jwt, id, { description: 'You look after bees.', minSalary: '0' });
    await change(member.jwt, id, { minSalary: [] });
    expect((await world.move(member.jwt, id, 'update')).job!.state).toBe('published');
    expect(await row(id)).toMatchObject({ state: 'published', description: FIRST, expires_at: before.expires_at });
    expect((await world.state(id))!.indexed).toBe(true);
    expect(await world.ask(`job(id: "${id}") { state closed }`)).toEqual({ state: 'published', closed: false });
    const waiting = (await world.edited(member.jwt, id))!;
    expect(waiting.job).toMatchObject({ changeInReview: true, steps: ['withdraw', 'archive', 'renew'] });
    // Nothing can be changed during the review.
    expect((await change(member.jwt, id, { description: 'Something else' })).errors[0]!.rule).toBe('waiting');
    const gone = await world.ask<{ errors: { rule: string }[] }>(
      `discardJobDraft(id: "${id}", version: ${waiting.version}) { errors { rule } }`,
      member.jwt,
    );
    expect(gone.errors[0]!.rule).toBe('waiting');
    const { jobs } = await world.ask<{ jobs: { id: string }[] }>('jobsToReview { jobs { id } }', editor.jwt);
    expect(jobs.map((job) => job.id)).toContain(id);
    const seen = (await world.edited(editor.jwt, id))!;
    expect(seen.changes).toEqual([
      { field: 'description', before: ['You look after people at home.'], after: ['You look after bees.'] },
    ]);
    expect(seen.job.steps).toEqual(['approve', 'send_back', 'withdraw', 'archive', 'renew', 'unpublish']);
    world.now = later(3);
    expect((await world.move(editor.jwt, id, 'approve')).job!.state).toBe('published');
    expect(await row(id)).toEqual({
      state: 'published',
      description: description('You look after bees.'),
      change_submitted_at: null,
      expires_at: before.expires_at,
    });
    expect((await world.edited(member.jwt, id))!).toMatchObject({ job: { hasChanges: false }, changes: [] });
    const { rows } = await sql<{ details: object }>`
      select details from mail where recipient = ${member.email} order by id`.execute(world.database);
    expect(rows.map(({ details }) => details)).toMatchObject([{ subject: 'job' }, { subject: 'change' }]);
  });

  it('a change that is sent back leaves the job online, and can be corrected', async () => {
    const { id, member, editor } = await published();
    await change(member.jwt, id, { description: 'You look after bees.' });
    await world.move(member.jwt, id, 'update');
    await world.move(editor.jwt, id, 'send_back', ', reason: "Which bees?"');
    expect(await row(id)).toMatchObject({ state: 'published', description: FIRST, change_submitted_at: null });
    expect((await world.edited(member.jwt, id))!.job).toMatchObject({
      state: 'published',
      sentBackReason: 'Which bees?',
      hasChanges: true,
      changeInReview: false,
      steps: ['update', 'archive', 'renew'],
    });
    const sentBack = async () =>
      (await world.ask<{ sentBack: number }>('managedJobs(limit: 1) { sentBack }', member.jwt)).sentBack;
    expect(await sentBack()).toBe(1);
    const { rows } = await sql<{ details: object }>`
      select details from mail where recipient = ${member.email} and template = 'job-sent-back'`.execute(
      world.database,
    );
    expect(rows[0]!.details).toMatchObject({ subject: 'change', reason: 'Which bees?' });
    await change(member.jwt, id, { description: 'You look after honey bees.' });
    await world.move(member.jwt, id, 'update');
    expect([(await world.edited(member.jwt, id))!.job.sentBackReason, await sentBack()]).toEqual([null, 0]);
    // After the author has withdrawn the change, the job is still published.
    expect((await world.move(member.jwt, id, 'withdraw')).job!.state).toBe('published');
    expect((await world.edited(member.jwt, id))!.job).toMatchObject({ changeInReview: false, hasChanges: true });
  });

  it('a job that has not expired is renewed without review; only changes wait', async () => {
    const { id, member, editor } = await published();
    const { expires_at: end } = await row(id);
    const extended = (days: number): Date => endOf(new Date(end.getTime() + days * DAY_MS));
    world.now = later(2);
    const { job } = await world.move(member.jwt, id, 'renew');
    expect(job).toMatchObject({ state: 'published', expiration: extended(30).toISOString() });
    expect((await world.edited(member.jwt, id))!.job.changeInReview).toBe(false);
    world.now = later(2);
    await change(member.jwt, id, { description: 'You look after bees.', duration: '60' });
    await world.move(member.jwt, id, 'renew');
    const renewed = extended(90);
    expect(await row(id)).toMatchObject({ state: 'published', description: FIRST, expires_at: renewed });
    expect((await world.edited(member.jwt, id))!.job.changeInReview).toBe(true);
    world.now = later(5);
    await world.move(editor.jwt, id, 'approve');
    expect(await row(id)).toMatchObject({ description: description('You look after bees.'), expires_at: renewed });
  });

  it('a change of the dates alone is published at once', async () => {
    const { id, member } = await published();
    const day = later(20).toISOString().slice(0, 10);
    await change(member.jwt, id, { expiration: day });
    await world.move(member.jwt, id, 'update');
    const { change_submitted_at, expires_at } = await row(id);
    expect([change_submitted_at, expires_at.toISOString().slice(0, 10)]).toEqual([null, day]);
  });

  it('the last day is kept when the time zone changes', async () => {
    const { id, member } = await published();
    const day = later(14).toISOString().slice(0, 10);
    expect((await row(id)).expires_at).toEqual(endOfDay(day, 'UTC'));
    await change(member.jwt, id, { timeZone: 'America/Vancouver' });
    await world.move(member.jwt, id, 'update');
    const { change_submitted_at, expires_at } = await row(id);
    expect([change_submitted_at, expires_at]).toEqual([null, endOfDay(day, 'America/Vancouver')]);
    const { fields } = (await world.edited(member.jwt, id))!;
    expect(fields.find(({ name }) => name === 'expiration')!.values).toEqual([day]);
  });

  it('archiving and expiry end a waiting change', async () => {
    const { id, member, editor } = await published();
    await change(member.jwt, id, { description: 'You look after bees.' });
    await world.move(member.jwt, id, 'update');
    world.now = later(1);
    const { job } = await world.move(member.jwt, id, 'archive');
    expect(job).toMatchObject({ state: 'archived', expiration: world.now.toISOString() });
    expect(await row(id)).toMatchObject({ description: FIRST, change_submitted_at: null });
    expect((await world.move(editor.jwt, id, 'approve')).errors[0]!.rule).toBe('state');
    const other = await published();
    await change(other.member.jwt, other.id, { description: 'You look after bees.' });
    await world.move(other.member.jwt, other.id, 'update');
    world.now = later(15);
    // Any change of a job wakes the schedule worker.
    await published();
    await waitFor('the job to end', async () => (await row(other.id)).state === 'archived');
    expect((await row(other.id)).change_submitted_at).toBeNull();
    // The draft's values are kept.
    expect((await world.edited(other.member.jwt, other.id))!.job.hasChanges).toBe(true);
  });

  it('an archived job stays archived until its renewal is approved', async () => {
    const { id, member, editor } = await published();
    await world.move(member.jwt, id, 'archive');
    const asked = await world.move(member.jwt, id, 'renew');
    expect([asked.errors, asked.job!.state, asked.job!.steps]).toEqual([[], 'archived', ['withdraw']]);
    expect(await world.ask(`job(id: "${id}") { state closed }`)).toEqual({ state: 'archived', closed: true });
    await world.move(editor.jwt, id, 'send_back', ', reason: "Is it open again?"');
    expect((await world.edited(member.jwt, id))!.job).toMatchObject({
      state: 'archived',
      sentBackReason: 'Is it open again?',
      hasChanges: false,
      steps: ['renew'],
    });
    await world.move(member.jwt, id, 'renew');
    world.now = later(3);
    const { job } = await world.move(editor.jwt, id, 'approve');
    expect(job).toMatchObject({ state: 'published', published: world.now.toISOString() });
    expect(await row(id)).toMatchObject({ expires_at: endOf(later(30)), change_submitted_at: null });
    expect((await world.state(id))!.indexed).toBe(true);
  });

  it.each([
    ['left the organization', 'delete from organization_member where account_id = '],
    ['was blocked', 'update account set blocked_at = now() where id = '],
    ['lost the role', `update account set roles = '{applicant}' where id = `],
  ])('owners who work for the organization get the verdict if its author %s', async (_how, statement) => {
    const organization = await world.organization();
    const [author, owner, blocked] = [
      await world.member(organization, 'editor'),
      await world.member(organization),
      await world.member(organization),
    ];
    await sql`update account set blocked_at = now() where id = ${blocked.id}::uuid`.execute(world.database);
    const editor = await world.reviewer();
    const id = await world.draft(author.jwt);
    await world.move(author.jwt, id, 'submit');
    await sql`${sql.raw(statement)} ${author.id}::uuid`.execute(world.database);
    expect((await world.move(editor.jwt, id, 'send_back', ', reason: "Which bees?"')).errors).toEqual([]);
    const verdicts = async ({ email }: { email: string }) =>
      (await world.mailsTo(email)).map(({ template }) => template).filter((template) => template.startsWith('job-'));
    expect(await Promise.all([author, owner, blocked].map(verdicts))).toEqual([[], ['job-sent-back'], []]);
  });

  it('other members get the verdict if neither its author nor an owner can work for the organization', async () => {
    const organization = await world.organization();
    const [owner, author, colleague] = [
      await world.member(organization),
      await world.member(organization, 'editor'),
      await world.member(organization, 'editor'),
    ];
    const editor = await world.reviewer();
    const id = await world.draft(author.jwt);
    await world.move(author.jwt, id, 'submit');
    await sql`update account set roles = '{applicant}' where id in (${owner.id}::uuid, ${author.id}::uuid)`.execute(
      world.database,
    );
    expect((await world.move(editor.jwt, id, 'send_back', ', reason: "Which bees?"')).errors).toEqual([]);
    const verdicts = async ({ email }: { email: string }) =>
      (await world.mailsTo(email)).map(({ template }) => template).filter((template) => template.startsWith('job-'));
    expect(await Promise.all([owner, author, colleague].map(verdicts))).toEqual([[], [], ['job-sent-back']]);
  });

  it('staff who submitted a job for an organization get the verdict', async () => {
    const organization = await world.organization();
    const member = await world.member(organization);
    const admin = await world.reviewer('administrator');
    const id = await world.draft(member.jwt);
    await world.move(member.jwt, id, 'submit');
    await sql`update job_event set actor_id = ${admin.id}::uuid where job_id = ${id}`.execute(world.database);
    await world.move(admin.jwt, id, 'approve');
    const templates = async ({ email }: { email: string }) =>
      (await world.mailsTo(email)).map(({ template }) => template).filter((template) => template.startsWith('job-'));
    expect(await Promise.all([member, admin].map(templates))).toEqual([[], ['job-approved']]);
  });

  it('a job is not approved after its last day, which only its organization can move', async () => {
    const member = await world.member(await world.organization());
    const editor = await world.reviewer();
    const expiration = later(3).toISOString().slice(0, 10);
    const id = await world.draft(member.jwt, { expiration });
    await world.move(member.jwt, id, 'submit');
    world.now = later(5);
    const { errors } = await world.move(editor.jwt, id, 'approve');
    expect(errors).toMatchObject([{ field: 'expiration', rule: 'past' }]);
    expect((await row(id)).state).toBe('needs_review');
    expect((await world.move(editor.jwt, id, 'send_back', ', reason: "It has ended."')).errors).toEqual([]);
  });

  it('a scheduled job is published as approved, despite a waiting change', async () => {
    const member = await world.member(await world.organization());
    const editor = await world.reviewer();
    const id = await world.draft(member.jwt, { published: later(3).toISOString().slice(0, 10), duration: '14' });
    await world.move(member.jwt, id, 'submit');
    expect((await world.move(editor.jwt, id, 'approve')).job!.state).toBe('scheduled');
    const { rows } = await sql<{ details: object }>`
      select details from mail where recipient = ${member.email}`.execute(world.database);
    expect(rows[0]!.details).toMatchObject({ startsOn: later(3).toISOString().slice(0, 10) });
    await change(member.jwt, id, { description: 'You look after bees.' });
    await world.move(member.jwt, id, 'update');
    expect((await world.edited(member.jwt, id))!.job).toMatchObject({ state: 'scheduled', changeInReview: true });
    world.now = later(4);
    // Any change of a job wakes the schedule worker.
    await published();
    await waitFor('the job to be published', async () => (await row(id)).state === 'published');
    expect(await row(id)).toMatchObject({ description: FIRST });
    expect((await world.edited(editor.jwt, id))!.changes.map(({ field }) => field)).toEqual(['description']);
    await world.move(editor.jwt, id, 'approve');
    expect(await row(id)).toMatchObject({ description: description('You look after bees.') });
  });
});
