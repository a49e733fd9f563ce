import { sql } from 'kysely';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../test/support/wait-for.js';

const DAY_MS = 86_400_000;
const FORBIDDEN = /FORBIDDEN|not allowed/;

describe('jobs that people work on', () => {
  const world = jobWorld();
  /** The sites of these tests are in UTC. */
  const endOf = (date: Date): string => endOfDayOf(date, 'UTC').toISOString();
  const later = (days: number): Date => new Date(world.now.getTime() + days * DAY_MS);

  it('[REC-01] a draft stores all input, valid or not, and reports violations by field and rule', async () => {
    const { jwt } = await world.member(await world.organization());
    const first = await world.save(jwt, 'key: "a", type: job_per_template, step: "job",', {
      title: 'Nurse',
      description: ' ',
    });
    expect([first.version, first.errors.map(({ field, rule }) => [field, rule])]).toEqual([
      1,
      [['description', 'required']],
    ]);
    expect(first.errors[0]!.message).toBe('Field is required');
    const second = await world.save(jwt, `id: "${first.id}", version: 1, step: "categories",`, {
      minSalary: 'much',
      maxSalary: '-1',
    });
    expect(second.errors.map(({ field, rule }) => [field, rule])).toEqual([
      ['employmentType', 'required'],
      ['occupationalField', 'required'],
      ['minSalary', 'number'],
      ['maxSalary', 'positive'],
      ['currencyCode', 'payUnit'],
      ['salaryUnit', 'payUnit'],
    ]);
    const read = (await world.edited(jwt, first.id))!;
    const values = Object.fromEntries(read.fields.map(({ name, values: all }) => [name, all]));
    expect([read.version, values.title, values.minSalary]).toEqual([2, ['Nurse'], ['much']]);
    expect(read.errors.map(({ step }) => step)).toEqual([
      'job',
      'company',
      'categories',
      'categories',
      'categories',
      'categories',
      'categories',
      'categories',
      'application',
    ]);
    // A form that is sent twice creates one job.
    expect((await world.save(jwt, 'key: "a", type: job_per_template,', { title: 'Nurse' })).id).toBe(first.id);
  });

  it('[REC-01] a change of an existing job needs no type, and has the fields of its own type', async () => {
    const { jwt } = await world.member(await world.organization());
    const { id, version } = await world.save(jwt, 'type: job_per_link,', { linkUrl: 'https://example.org/1' });
    await world.save(jwt, `id: "${id}", version: ${version},`, { linkUrl: 'https://example.org/2' });
    const { fields } = (await world.edited(jwt, id))!;
    expect(fields).toContainEqual({ name: 'linkUrl', values: ['https://example.org/2'] });
  });

  it('[REC-01] [ROLE-02] a draft can be moved to another organization of its author only', async () => {
    const [first, second, foreign] = [
      await world.organization(),
      await world.organization(),
      await world.organization(),
    ];
    const { id: account, jwt } = await world.member(first);
    const membership = { organization_id: second, account_id: account, role: 'editor' as const };
    await world.database.insertInto('organization_member').values(membership).execute();
    const id = await world.draft(jwt);
    const ownerOf = async () => {
      const row = world.database.selectFrom('job').select('organization_id').where('id', '=', Number(id));
      return (await row.executeTakeFirstOrThrow()).organization_id;
    };
    await expect(world.save(jwt, `id: "${id}", version: 1, organizationId: "${foreign}",`)).rejects.toThrow(FORBIDDEN);
    await world.save(jwt, `id: "${id}", version: 1, organizationId: "${second}",`);
    expect(await ownerOf()).toBe(second);
    // Once public, its employer is fixed.
    await world.move(jwt, id, 'publish');
    const { version } = (await world.edited(jwt, id))!;
    await world.save(jwt, `id: "${id}", version: ${version}, organizationId: "${first}",`);
    expect(await ownerOf()).toBe(second);
  });

  it('[REC-02] a draft is published once it is valid, then found, edited as a draft, archived and renewed', async () => {
    const { jwt } = await world.member(await world.organization(), 'editor');
    const incomplete = await world.save(jwt, 'type: job_per_template,', { title: 'Nurse' });
    const refused = await world.move(jwt, incomplete.id, 'publish');
    expect([refused.job!.state, refused.errors.length > 0]).toEqual(['draft', true]);
    const id = await world.draft(jwt, { duration: '14' });
    expect((await world.edited(jwt, id))!.job.steps).toEqual(['publish', 'schedule']);
    const { job } = await world.move(jwt, id, 'publish', ', version: 1');
    expect(job).toMatchObject({
      state: 'published',
      published: world.now.toISOString(),
      expiration: endOf(later(14)),
    });
    expect(job!.steps).toEqual(['archive', 'renew']);
    expect((await world.state(id))!.indexed).toBe(true);
    await world.save(jwt, `id: "${id}", version: 2,`, { title: 'Another title', description: 'Other words here.' });
    const { rows } = await sql<{
      title: string;
      description: string;
    }>`select title, description from job where id = ${id}`.execute(world.database);
    expect(rows[0]).toEqual({ title: 'Community nurse', description: '<p>You look after people at home.</p>' });
    expect((await world.edited(jwt, id))!.job).toMatchObject({ hasChanges: true, title: 'Community nurse' });
    expect((await world.move(jwt, id, 'update')).job!.state).toBe('published');
    const { rows: updated } = await sql<{
      title: string;
      description: string;
    }>`select title, description from job where id = ${id}`.execute(world.database);
    expect(updated[0]).toEqual({ title: 'Community nurse', description: '<p>Other words here.</p>' });
    expect((await world.move(jwt, id, 'archive')).job).toMatchObject({ state: 'archived', steps: ['renew'] });
    expect((await world.state(id))!.indexed).toBe(false);
    world.now = later(20);
    expect((await world.move(jwt, id, 'renew')).job).toMatchObject({
      state: 'published',
      expiration: endOf(later(30)),
    });
    const events = (await world.edited(jwt, id))!.events.map(({ step }) => step);
    expect(events).toEqual(['renew', 'archive', 'update', 'publish', 'create']);
  });

  it('[REC-02] a scheduled job is published and archived automatically, once, by any process', async () => {
    const { jwt } = await world.member(await world.organization());
    const day = later(3).toISOString().slice(0, 10);
    const id = await world.draft(jwt, { published: day, duration: '14' });
    expect((await world.move(jwt, id, 'schedule')).job).toMatchObject({
      state: 'scheduled',
      published: `${day}T00:00:00.000Z`,
    });
    expect((await world.state(id))!.indexed).toBe(false);
    world.now = later(4);
    // Any change of a job wakes both workers.
    const other = await world.draft(jwt);
    await world.move(jwt, other, 'publish');
    await waitFor('the job to be published', async () => (await world.state(id))!.state === 'published');
    expect((await world.state(id))!.indexed).toBe(true);
    world.now = later(16);
    const third = await world.draft(jwt);
    await world.move(jwt, third, 'publish');
    await waitFor('the job to end', async () => (await world.state(id))!.state === 'archived');
    const { rows } = await sql<{ step: string; actor_id: string | null }>`
      select step, actor_id from job_event where job_id = ${id} and actor_id is null order by id`.execute(
      world.database,
    );
    expect(rows.map(({ step }) => step)).toEqual(['release', 'expire']);
    const past = await world.move(jwt, await world.draft(jwt, { published: '2020-01-01' }), 'schedule');
    expect(past.errors.map(({ field, rule }) => [field, rule])).toEqual([['published', 'past']]);
  });

  it('[REC-02] the first job of an organization is reviewed, sent back with a reason, and approved with the lost days', async () => {
    const organization = await world.organization('pending');
    const { jwt, email } = await world.member(organization);
    const editor = await world.reviewer();
    const id = await world.draft(jwt, { duration: '14' });
    expect((await world.edited(jwt, id))!.job.steps).toEqual(['submit']);
    const early = await world.move(jwt, id, 'publish');
    expect([early.job!.state, early.errors[0]!.rule]).toEqual(['draft', 'review']);
    const sent = await world.move(jwt, id, 'submit');
    expect([sent.job!.state, sent.job!.steps]).toEqual(['needs_review', ['withdraw']]);
    expect((await world.save(jwt, `id: "${id}", version: 1,`, { title: 'x' })).errors[0]!.rule).toBe('waiting');
    expect((await world.move(jwt, id, 'approve')).errors[0]!.rule).toBe('actor');
    const queue = await world.ask<{ jobs: { id: string }[] }>('jobsToReview { jobs { id } }', editor.jwt);
    expect(queue.jobs.map((job) => job.id)).toContain(id);
    expect((await world.move(editor.jwt, id, 'send_back')).errors[0]).toMatchObject({
      field: 'reason',
      rule: 'required',
    });
    const back = await world.move(editor.jwt, id, 'send_back', ', reason: "Please name the pay"');
    expect(back.job!.state).toBe('draft');
    expect((await world.edited(jwt, id))!.job.sentBackReason).toBe('Please name the pay');
    // The count does not depend on the state that the list is filtered by.
    const sentBack = async () =>
      (await world.ask<{ sentBack: number }>('managedJobs(state: published, limit: 1) { sentBack }', jwt)).sentBack;
    expect(await sentBack()).toBe(1);
    await world.move(jwt, id, 'submit');
    expect((await world.edited(jwt, id))!.job.sentBackReason).toBeNull();
    expect(await sentBack()).toBe(0);
    const submitted = world.now;
    world.now = later(4);
    const approved = await world.move(editor.jwt, id, 'approve');
    expect(approved.job).toMatchObject({
      state: 'published',
      published: world.now.toISOString(),
      expiration: endOf(new Date(submitted.getTime() + 18 * DAY_MS)),
    });
    expect((await world.state(id))!.indexed).toBe(true);
    const { rows } = await sql<{ template: string; details: Record<string, string> }>`
      select template, details from mail where recipient = ${email} order by id`.execute(world.database);
    expect(rows.map(({ template }) => template)).toEqual(['job-sent-back', 'job-approved']);
    expect(rows[0]!.details).toMatchObject({ title: 'Community nurse', reason: 'Please name the pay' });
    const { rows: owner } = await sql<{
      state: string;
    }>`select state from organization where id = ${organization}`.execute(world.database);
    expect(owner[0]!.state).toBe('public');
  });

  it('[REC-02] two concurrent decisions are serialized', async () => {
    const { jwt } = await world.member(await world.organization('pending'));
    const [one, other] = [await world.reviewer(), await world.reviewer('site_admin')];
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'submit');
    const outcomes = await Promise.all([
      world.move(one.jwt, id, 'approve'),
      world.move(other.jwt, id, 'send_back', ', reason: "No"', 1),
    ]);
    expect(outcomes.map(({ errors }) => errors.map(({ rule }) => rule).join()).sort()).toEqual(['', 'state']);
  });

  it('[REC-02] publishing requires a verified address', async () => {
    const { jwt } = await world.member(await world.organization(), 'owner', { email_verified: null });
    const id = await world.draft(jwt);
    const { job, errors } = await world.move(jwt, id, 'publish');
    expect([job!.state, errors[0]!.rule]).toEqual(['draft', 'unverified']);
  });

  it('[REC-01] [REC-03] jobs and drafts of others are inaccessible, whether they exist or not', async () => {
    const organization = await world.organization();
    const { jwt } = await world.member(organization);
    const id = await world.draft(jwt);
    const stranger = await world.member(await world.organization());
    const applicant = await world.person('applicant');
    expect(await world.edited(stranger.jwt, id)).toBeNull();
    expect(await world.ask('jobPreview(id: "' + id + '") { title }', stranger.jwt)).toBeNull();
    for (const wanted of [id, '999999', 'x']) {
      await expect(world.save(stranger.jwt, `id: "${wanted}", version: 1,`, { title: 'x' })).rejects.toThrow(FORBIDDEN);
      await expect(world.move(stranger.jwt, wanted, 'publish')).rejects.toThrow(FORBIDDEN);
      await expect(world.ask(`duplicateJob(id: "${wanted}") { id }`, stranger.jwt)).rejects.toThrow(FORBIDDEN);
      await expect(
        world.ask(`discardJobDraft(id: "${wanted}", version: 1) { errors { rule } }`, stranger.jwt),
      ).rejects.toThrow(FORBIDDEN);
    }
    await expect(
      world.save(stranger.jwt, `organizationId: "${organization}", type: job_per_template,`),
    ).rejects.toThrow(FORBIDDEN);
    await expect(world.ask(`managedJobs(organizationId: "${organization}") { total }`, stranger.jwt)).rejects.toThrow(
      FORBIDDEN,
    );
    await expect(world.save(await world.jwtOf(applicant.email), 'type: job_per_template,')).rejects.toThrow(FORBIDDEN);
    await expect(world.move('', id, 'publish')).rejects.toThrow(/UNAUTHENTICATED|Log in/);
    expect((await world.state(id))!.state).toBe('draft');
    expect((await world.edited(jwt, id))!.version).toBe(1);
  });

  it('[REC-03] the list shows all states with counts, searches titles, duplicates and discards drafts', async () => {
    const { jwt } = await world.member(await world.organization());
    const first = await world.draft(jwt, { title: '100% nurse_a' });
    await world.move(jwt, await world.draft(jwt, { title: 'Cook' }), 'publish');
    const list = (more: string) =>
      world.ask<{ total: number; jobs: { id: string; title: string }[]; counts: { state: string; count: number }[] }>(
        `managedJobs${more} { total jobs { id title } counts { state count } }`,
        jwt,
      );
    const all = await list('');
    expect(all.total).toBe(2);
    expect(all.counts.sort((a, b) => a.state.localeCompare(b.state))).toEqual([
      { state: 'draft', count: 1 },
      { state: 'published', count: 1 },
    ]);
    expect((await list('(state: draft)')).jobs.map(({ title }) => title)).toEqual(['100% nurse_a']);
    const found = await list('(search: "0% NURSE_")');
    expect([found.total, found.counts]).toEqual([1, [{ state: 'draft', count: 1 }]]);
    expect((await list('(search: "_%_")')).total).toBe(0);
    const copy = await world.ask<{ id: string }>(`duplicateJob(id: "${first}") { id }`, jwt);
    expect((await world.edited(jwt, copy.id))!.job).toMatchObject({ title: '100% nurse_a', state: 'draft' });
    expect(
      await world.ask(`discardJobDraft(id: "${copy.id}", version: 7) { errors { rule } conflict { by } }`, jwt),
    ).toMatchObject({
      conflict: { by: expect.any(String) as string },
    });
    await world.ask(`discardJobDraft(id: "${copy.id}", version: 1) { errors { rule } }`, jwt);
    expect(await world.edited(jwt, copy.id)).toBeNull();
  });

  it('[REC-03] a form that is sent twice creates one copy, unless the copy has been edited since', async () => {
    const { jwt } = await world.member(await world.organization());
    const [first, second] = [await world.draft(jwt), await world.draft(jwt)];
    const duplicate = (id: string) => world.ask<{ id: string }>(`duplicateJob(id: "${id}", key: "list") { id }`, jwt);
    const { id } = await duplicate(first);
    expect((await duplicate(first)).id).toBe(id);
    expect((await duplicate(second)).id).not.toBe(id);
    await world.save(jwt, `id: "${id}", version: 1,`, { title: 'Edited' });
    expect((await duplicate(first)).id).not.toBe(id);
    expect((await world.edited(jwt, id))!.job.title).toBe('Edited');
  });

  it('[REC-01] [APP-01] requirements of an application are stored, shown to applicants, and can be changed', async () => {
    const { jwt } = await world.member(await world.organization());
    const wished = {
      applicationRequireCv: 'yes',
      applicationQualifyingQuestions: ['Do you like bees?', 'Since when?'],
      applicationRequireQualifyingQuestions: 'yes',
    };
    const id = await world.draft(jwt, wished);
    await world.move(jwt, id, 'publish');
    const asked = () =>
      world.ask(
        `job(id: "${id}") { applicationRequireCv applicationRequireCoverLetter applicationRequireQualifyingQuestions
          applicationQualifyingQuestions { id text required } }`,
        jwt,
      );
    expect(await asked()).toEqual({
      applicationRequireCv: true,
      applicationRequireCoverLetter: false,
      applicationRequireQualifyingQuestions: true,
      applicationQualifyingQuestions: [
        { id: expect.any(String) as string, text: 'Do you like bees?', required: true },
        { id: expect.any(String) as string, text: 'Since when?', required: true },
      ],
    });
    const { fields, version } = (await world.edited(jwt, id))!;
    const held = Object.fromEntries(fields.map(({ name, values }) => [name, values]));
    expect(held).toMatchObject({
      applicationRequireCv: ['yes'],
      applicationQualifyingQuestions: wished.applicationQualifyingQuestions,
    });
    const less = { applicationRequireCv: [], applicationRequireCoverLetter: 'yes', applicationQualifyingQuestions: [] };
    await world.save(jwt, `id: "${id}", version: ${version},`, less);
    await world.move(jwt, id, 'update');
    expect(await asked()).toMatchObject({
      applicationRequireCv: false,
      applicationRequireCoverLetter: true,
      applicationQualifyingQuestions: [],
    });
  });

  it('[ROLE-07] rich text is limited to what the role’s buttons can produce', async () => {
    const organization = await world.organization();
    const { jwt } = await world.member(organization);
    const hostile =
      '<p onclick="x()">Hi<script>alert(1)</script></p><table><tbody><tr><td>pay</td></tr></tbody></table><h3>T</h3>';
    const { id } = await world.save(jwt, 'type: job_per_template,', {
      description: hostile,
      title: '<script>x</script>',
    });
    const descriptionOf = async () =>
      (await world.edited(jwt, id))!.fields.find(({ name }) => name === 'description')!.values[0];
    expect(await descriptionOf()).toBe('<p>Hi</p>pay<h3>T</h3>');
    const admin = await world.reviewer('administrator');
    await world.save(admin.jwt, `id: "${id}", version: 1,`, { description: hostile });
    expect(await descriptionOf()).toBe('<p>Hi</p><table><tbody><tr><td>pay</td></tr></tbody></table><h3>T</h3>');
  });
});
