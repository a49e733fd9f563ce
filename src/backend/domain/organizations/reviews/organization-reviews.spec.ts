import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { deleteReleasedFiles } from '../../../platform/files/stored-files.js';

interface Result {
  version: number | null;
  inReview: string[];
  errors: { rule: string }[];
}
interface Review {
  id: string;
  name: string;
  submitted: string;
  by: string | null;
  changes: { field: string; before: string | null; after: string | null }[];
  similarNames: string[];
}

const FORBIDDEN = /FORBIDDEN|not allowed/;
const LOGO = '00000000-0000-4000-8000-0000000000aa';

describe.each([
  ['where jobs are reviewed', true],
  ['where they are not', false],
])('[REC-04] names and pictures of public organizations, %s', (_name, review) => {
  const world = jobWorld({ jobs: { ...DEFAULT_JOB_RULES, review } });

  async function named(name: string, state = 'public'): Promise<number> {
    const id = await world.organization(state);
    await sql`update organization set name = ${name} where id = ${id}`.execute(world.database);
    return id;
  }

  /** Saves and publishes the form. */
  async function publish(jwt: string, id: number, fields: Record<string, string>): Promise<Result> {
    const { version } = await world.ask<{ version: number }>(`editedOrganization(id: "${id}") { version }`, jwt);
    const list = Object.entries(fields).map(([name, value]) => `{ name: "${name}", values: ["${value}"] }`);
    const saved = await world.ask<Result>(
      `saveOrganizationDraft(input: { id: "${id}", version: ${version}, fields: [${list.join(' ')}] }) { version inReview errors { rule } }`,
      jwt,
    );
    return world.ask(
      `publishOrganization(id: "${id}", version: ${saved.version}) { version inReview errors { rule } }`,
      jwt,
    );
  }

  const shown = (id: number) =>
    world.ask<{ name: string; mission: string | null }>(`organizationProfile(id: "${id}") { name mission }`);
  const reviews = (jwt: string) =>
    world.ask<Review[]>(
      'organizationsToReview { id name submitted by changes { field before after } similarNames }',
      jwt,
    );
  const decide = (jwt: string, { id, submitted }: Pick<Review, 'id' | 'submitted'>, more: string) =>
    world.ask<{ errors: { field: string | null; rule: string }[] }>(
      `decideOrganizationReview(input: { id: "${id}", submitted: "${submitted}", ${more} }) { errors { field rule } }`,
      jwt,
    );
  const valueOf = async (jwt: string, id: number, name: string) =>
    (
      await world.ask<{ fields: { name: string; values: string[] }[] }>(
        `editedOrganization(id: "${id}") { fields { name values } }`,
        jwt,
      )
    ).fields.find((field) => field.name === name)!.values;
  const mailsTo = async (email: string) =>
    (await world.mailsTo(email)).map(({ template }) => template).filter((template) => template !== 'verify-email');

  it('a name similar to another one waits and is flagged; everything else is published', async () => {
    await named(`Northern Lights ${String(review)}`);
    const id = await named(`Meadow ${String(review)}`);
    const member = await world.member(id);
    const editor = await world.reviewer();
    const wanted = `NORTHERN LIGHTS ${String(review)} Inc.`;
    const { inReview } = await publish(member.jwt, id, { name: wanted, mission: 'Green.' });
    expect(inReview).toEqual(['name']);
    expect(await shown(id)).toEqual({ name: `Meadow ${String(review)}`, mission: 'Green.' });
    // The author still sees the new name.
    expect(await valueOf(member.jwt, id, 'name')).toEqual([wanted]);
    const waiting = (await reviews(editor.jwt)).find((each) => each.id === String(id))!;
    expect(waiting).toMatchObject({
      name: `Meadow ${String(review)}`,
      by: member.email,
      changes: [{ field: 'name', before: `Meadow ${String(review)}`, after: wanted }],
      similarNames: [`Northern Lights ${String(review)}`],
    });
    // Another change of the page neither publishes nor resubmits it.
    expect((await publish(member.jwt, id, { mission: 'Greener.' })).inReview).toEqual(['name']);
    expect(await shown(id)).toEqual({ name: `Meadow ${String(review)}`, mission: 'Greener.' });
    expect((await decide(editor.jwt, waiting, 'approve: false')).errors[0]).toMatchObject({ field: 'reason' });
    const other = { ...waiting, submitted: '2020-01-01T00:00:00.000Z' };
    expect((await decide(editor.jwt, other, 'approve: true')).errors[0]!.rule).toBe('nothing');
    await decide(editor.jwt, waiting, 'approve: false, reason: "Who are you?"');
    expect((await shown(id)).name).toBe(`Meadow ${String(review)}`);
    // No input is lost.
    expect(await valueOf(member.jwt, id, 'name')).toEqual([wanted]);
    expect(await mailsTo(member.email)).toEqual(['organization-sent-back']);
    expect((await reviews(editor.jwt)).map((each) => each.id)).not.toContain(String(id));
  });

  it(`another name ${review ? 'waits as well, until it is approved' : 'is shown at once'}`, async () => {
    const id = await named(`Old name of ${String(review)}`);
    const member = await world.member(id, 'editor');
    const editor = await world.reviewer();
    const wanted = `Something quite different ${String(review)}`;
    const { inReview } = await publish(member.jwt, id, { name: wanted });
    expect(inReview).toEqual(review ? ['name'] : []);
    if (!review) {
      expect((await shown(id)).name).toBe(wanted);
      return;
    }
    // Changes made meanwhile stay in the form.
    await publish(member.jwt, id, { mission: 'A' });
    await world.ask(
      `saveOrganizationDraft(input: { id: "${id}", version: 4, fields: [{ name: "mission", values: ["B"] }] }) { version }`,
      member.jwt,
    );
    const waiting = (await reviews(editor.jwt)).find((each) => each.id === String(id))!;
    expect((await decide(editor.jwt, waiting, 'approve: true')).errors).toEqual([]);
    expect(await shown(id)).toEqual({ name: wanted, mission: 'A' });
    expect(await valueOf(member.jwt, id, 'mission')).toEqual(['B']);
    expect(await mailsTo(member.email)).toEqual(['organization-approved']);
    expect((await decide(editor.jwt, waiting, 'approve: true')).errors[0]!.rule).toBe('nothing');
  });

  it('the owners are notified of the decision if its author does not work for the organization any more', async () => {
    const id = await named(`Left ${String(review)}`);
    const [author, owner] = [await world.member(id, 'editor'), await world.member(id)];
    const editor = await world.reviewer();
    const fields = JSON.stringify({ name: ['Another name'] });
    for (const decision of ['approve: false, reason: "Who are you?"', 'approve: true']) {
      await sql`
        insert into organization_review values (${id}, ${fields}::jsonb, ${author.id}::uuid, ${world.now})
      `.execute(world.database);
      await sql`delete from organization_member where account_id = ${author.id}::uuid`.execute(world.database);
      const waiting = (await reviews(editor.jwt)).find((each) => each.id === String(id))!;
      expect((await decide(editor.jwt, waiting, decision)).errors).toEqual([]);
    }
    expect(await mailsTo(author.email)).toEqual([]);
    expect(await mailsTo(owner.email)).toEqual(['organization-sent-back', 'organization-approved']);
  });

  it('reviewers change it at once, and so do members of pending organizations, which are not public yet', async () => {
    const id = await named(`Known to the site ${String(review)}`);
    const admin = await world.reviewer('administrator');
    const name = `Renamed by the site ${String(review)}`;
    expect((await publish(admin.jwt, id, { name })).inReview).toEqual([]);
    expect((await shown(id)).name).toBe(name);
    const pending = await named(`Not seen yet ${String(review)}`, 'pending');
    const member = await world.member(pending);
    expect((await publish(member.jwt, pending, { name: `Renamed ${String(review)}` })).inReview).toEqual([]);
  });

  it('goes on waiting while the organization is offline, and on its own site only', async () => {
    const id = await named(`Offline ${String(review)}`);
    const editor = await world.reviewer('administrator');
    const stand = async (decision: string) => {
      const input = `id: "${id}", decision: ${decision}`;
      const done = await world.ask(`decideOrganization(input: { ${input} }) { errors { message } }`, editor.jwt);
      expect(done.errors).toEqual([]);
    };
    const move = (site: string) => sql`update organization set site = ${site} where id = ${id}`.execute(world.database);
    const fields = JSON.stringify({ name: ['Online again'] });
    await sql`insert into organization_review values (${id}, ${fields}::jsonb, null, ${world.now})`.execute(
      world.database,
    );
    const [waiting] = (await reviews(editor.jwt)).filter((each) => each.id === String(id));
    for (const [hide, show] of [
      [() => stand('suspend, reason: "A complaint"'), () => stand('resume')],
      [() => move('other'), () => move('default')],
    ] as const) {
      await hide();
      for (const decision of ['approve: true', 'approve: false, reason: "Who are you?"'])
        expect((await decide(editor.jwt, waiting!, decision)).errors[0]!.rule).toBe('nothing');
      await show();
      expect(await reviews(editor.jwt)).toContainEqual(waiting);
    }
    expect((await decide(editor.jwt, waiting!, 'approve: true')).errors).toEqual([]);
  });

  it('is decided by reviewers only', async () => {
    const id = await named(`Quiet ${String(review)}`);
    const member = await world.member(id);
    await expect(reviews(member.jwt)).rejects.toThrow(FORBIDDEN);
    const review_ = { id: String(id), submitted: world.now.toISOString() };
    await expect(decide(member.jwt, review_, 'approve: true')).rejects.toThrow(FORBIDDEN);
  });

  it('a waiting picture is kept, and deleted if it is not published', async () => {
    const id = await named(`Pictured ${String(review)}`);
    await sql`
      insert into file (id, name, content_type, bytes, uploaded) values (${LOGO}::uuid, 'logo.webp', 'image/webp', '', true)
      on conflict do nothing
    `.execute(world.database);
    const fields = JSON.stringify({ logo: [`${LOGO} logo.webp`] });
    await sql`insert into organization_review values (${id}, ${fields}::jsonb, null, ${world.now})`.execute(
      world.database,
    );
    await sql`insert into released_file (file_id, organization_id) values (${LOGO}::uuid, ${id})`.execute(
      world.database,
    );
    expect(await deleteReleasedFiles(world.database, 0)).toBe(0);
    await sql`delete from organization_review where organization_id = ${id}`.execute(world.database);
    expect(await deleteReleasedFiles(world.database, 0)).toBe(1);
  });
});

describe('[REC-02] reviewers of jobs', () => {
  const world = jobWorld();

  it('see other organizations with a similar name; others do not', async () => {
    const known = await world.organization();
    await sql`update organization set name = 'Canadian Red Cross' where id = ${known}`.execute(world.database);
    const id = await world.organization('pending');
    await sql`update organization set name = 'Саnadian Red Cross Inc.' where id = ${id}`.execute(world.database);
    const member = await world.member(id);
    const editor = await world.reviewer();
    const job = await world.draft(member.jwt);
    await world.move(member.jwt, job, 'submit');
    const asked = 'jobsToReview { jobs { organization { similarNames } } }';
    const { jobs } = await world.ask<{ jobs: { organization: { similarNames: string[] } }[] }>(asked, editor.jwt);
    expect(jobs.map(({ organization }) => organization.similarNames)).toEqual([['Canadian Red Cross']]);
    const one = (jwt: string) =>
      world.ask<{ job: { organization: { similarNames: string[] } } }>(
        `editedJob(id: "${job}") { job { organization { similarNames } } }`,
        jwt,
      );
    expect((await one(editor.jwt)).job.organization.similarNames).toEqual(['Canadian Red Cross']);
    expect((await one(member.jwt)).job.organization.similarNames).toEqual([]);
  });
});
