import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';

describe('[REC-02] a published job that a reviewer takes offline', () => {
  const world = jobWorld();
  const found = (jwt: string, filters: string) =>
    world.ask<{ total: number; jobs: { id: string; steps: string[] }[] }>(
      `siteJobs(${filters}) { total jobs { id steps } }`,
      jwt,
    );

  it('becomes a draft, its organization is told, and it is reviewed before it is published again', async () => {
    const organization = await world.organization();
    const owner = await world.member(organization);
    const colleague = await world.member(organization, 'editor');
    const former = await world.member(organization, 'editor');
    await sql`update account set roles = '{applicant}' where id = ${former.id}::uuid`.execute(world.database);
    const editor = await world.reviewer();
    const job = await world.draft(owner.jwt, { title: 'Doubtful 100% nurse' });
    await world.move(owner.jwt, job, 'publish');
    expect((await world.move(owner.jwt, job, 'unpublish', 'reason: "x"')).errors[0]!.rule).toBe('actor');
    expect((await world.move(editor.jwt, job, 'unpublish', 'reason: " "')).errors[0]).toMatchObject({
      field: 'reason',
    });
    expect(await world.state(job)).toMatchObject({ state: 'published', indexed: true });

    await world.move(editor.jwt, job, 'unpublish', 'reason: "The pay is not true."');
    expect(await world.state(job)).toMatchObject({ state: 'draft', indexed: false });
    for (const { email } of [owner, colleague])
      expect((await world.mailsTo(email)).map(({ template }) => template)).toContain('job-unpublished');
    expect(await world.mailsTo(former.email)).toEqual([]);
    const edited = (await world.edited(owner.jwt, job))!;
    expect(edited.job.sentBackReason).toBe('The pay is not true.');
    // Nothing else is reviewed on this site.
    expect((await world.move(owner.jwt, job, 'publish')).errors[0]!.rule).toBe('review');
    expect((await world.move(owner.jwt, job, 'submit')).job!.state).toBe('needs_review');
    expect((await world.move(editor.jwt, job, 'approve')).job!.state).toBe('published');
    const other = await world.draft(owner.jwt);
    expect((await world.move(owner.jwt, other, 'publish')).job!.state).toBe('published');
    const admin = await world.reviewer('administrator');
    const events = await world.ask<{ action: string; details: { name: string; value: string }[] }[]>(
      'auditEvents(limit: 20) { action details { name value } }',
      admin.jwt,
    );
    const { details } = events.find(({ action }) => action === 'job.unpublish')!;
    expect(details).toContainEqual({ name: 'reason', value: 'The pay is not true.' });
  });

  it('cannot be archived by its organization, which would show it to everybody again', async () => {
    const owner = await world.member(await world.organization());
    const editor = await world.reviewer();
    const job = await world.draft(owner.jwt, { title: 'Unlawful nurse' });
    await world.move(owner.jwt, job, 'publish');
    await world.move(editor.jwt, job, 'unpublish', 'reason: "Unlawful."');
    const offered = (await found(editor.jwt, 'title: "unlawful"')).jobs[0]!.steps;
    expect(offered).toContain('archive');
    expect((await world.edited(owner.jwt, job))!.job.steps).toEqual(['submit']);
    expect((await world.move(owner.jwt, job, 'archive')).errors[0]!.rule).toBe('review');
    expect(await world.state(job)).toMatchObject({ state: 'draft' });
    expect((await world.move(editor.jwt, job, 'archive')).errors).toEqual([]);
    expect(await world.state(job)).toMatchObject({ state: 'archived' });
  });

  it('can be edited although a change of it waited', async () => {
    const member = await world.member(await world.organization());
    const editor = await world.reviewer();
    const job = await world.draft(member.jwt);
    await world.move(member.jwt, job, 'publish');
    await sql`update job set change_submitted_at = now() where id = ${job}`.execute(world.database);
    await world.move(editor.jwt, job, 'unpublish', 'reason: "Please correct it."');
    const { version } = (await world.edited(member.jwt, job))!;
    const saved = await world.save(member.jwt, `id: "${job}", version: ${version},`, { description: 'Corrected.' });
    expect([saved.errors, saved.conflict]).toEqual([[], null]);
  });

  it('is found among all jobs of the site by title, organization and state', async () => {
    const organization = await world.organization();
    await sql`update organization set name = 'Well_named' where id = ${organization}`.execute(world.database);
    const member = await world.member(organization);
    const editor = await world.reviewer();
    const job = await world.draft(member.jwt, { title: 'Findable keeper' });
    await world.move(member.jwt, job, 'publish');
    const ids = async (filters: string) => (await found(editor.jwt, filters)).jobs.map(({ id }) => id);
    expect(await ids('title: "findable"')).toEqual([job]);
    expect(await ids('organization: "well_named", state: published')).toEqual([job]);
    // Wildcards in the input are escaped.
    expect(await ids('organization: "well%named"')).toEqual([]);
    expect(await ids('title: "findable", state: archived')).toEqual([]);
    expect((await found(editor.jwt, 'title: "findable"')).jobs[0]!.steps).toContain('unpublish');
    await sql`update job set site = 'elsewhere' where id = ${job}`.execute(world.database);
    expect(await ids('title: "findable"')).toEqual([]);
  });
});
