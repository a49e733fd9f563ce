import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';

const LIST = `query T($organizationId: ID!) { organizationAnswerTemplates(organizationId: $organizationId) {
  name templates { id name subject body state } } }`;
const SAVE = `mutation S($organizationId: ID!, $id: ID, $template: AnswerTemplateInput!) {
  saveAnswerTemplate(organizationId: $organizationId, id: $id, template: $template) { errors { field message } } }`;
const DELETE = `mutation D($organizationId: ID!, $id: ID!) { deleteAnswerTemplate(organizationId: $organizationId, id: $id) { errors { message } } }`;
const OFFERED = `query O($id: ID!) { receivedApplication(id: $id) { ownTemplates { templates { name subject body state } } } }`;
const FOR_MANY = `query M($jobId: ID!) { jobApplications(jobId: $jobId) { ownTemplates { templates { name subject } } templates { name subject state } } }`;

interface Template {
  id: string;
  name: string;
  subject: string;
  body: string;
  state: string | null;
}
type Own = { name: string; templates: Template[] } | null;

describe('[REC-05] an organization’s own templates for answers', () => {
  const world = applicationWorld();
  let organizationId: string;
  const words = {
    name: 'Second interview',
    subject: 'Dear {{first_name}}',
    body: 'Come on [date] to {{ organization }} for {{job_title}}, {{last_name}} …',
    state: 'interview',
  };

  beforeEach(async () => {
    await sql`delete from answer_template`.execute(world.database);
    const { rows } = await sql<{ id: number }>`select id from organization where name = 'Food Bank'`.execute(
      world.database,
    );
    organizationId = String(rows[0]!.id);
  });

  const list = (who: Person = 'owner') => world.ask<Own>(LIST, { organizationId }, who);
  const save = (template: object, who: Person = 'owner', id: string | null = null) =>
    world.ask<Faults | null>(SAVE, { organizationId, id, template: { ...words, ...template } }, who);

  it('are created, changed and deleted by all members', async () => {
    expect(await save({})).toEqual({ errors: [] });
    expect(await save({ name: ' Another\n one ', state: null }, 'editor')).toEqual({ errors: [] });
    const own = (await list('editor'))!;
    expect(own.name).toBe('Food Bank');
    expect(own.templates.map(({ name, state }) => [name, state])).toEqual([
      ['Another one', null],
      ['Second interview', 'interview'],
    ]);
    const { id } = own.templates[1]!;
    expect(await save({ name: 'second INTERVIEW', subject: 'Changed' }, 'editor', id)).toEqual({ errors: [] });
    expect((await list())!.templates[1]).toMatchObject({ id, name: 'second INTERVIEW', subject: 'Changed' });
    expect(await world.ask(DELETE, { organizationId, id }, 'editor')).toEqual({ errors: [] });
    expect((await list())!.templates.map(({ name }) => name)).toEqual(['Another one']);
    expect(await world.ask(DELETE, { organizationId, id }, 'editor')).toBeNull();
    expect(await save({}, 'owner', id)).toBeNull();
  });

  it('violations are named, especially unknown placeholders', async () => {
    const faults = async (template: object) =>
      (await save(template))!.errors.map(({ field, message }) => [field, message]);
    expect(await faults({ body: 'Hi {{firstname}}, {name} and {{first_name}} …' })).toEqual([
      [
        'body',
        '{{firstname}}, {name} is not known here. Please use only {{first_name}}, {{last_name}}, {{job_title}}, {{organization}}',
      ],
    ]);
    expect(await faults({ subject: '{{salary}}', name: ' ' })).toEqual([
      ['name', 'Field is required'],
      ['subject', expect.stringContaining('{{salary}} is not known')],
    ]);
    expect(await faults({ name: 'x'.repeat(61) })).toEqual([['name', 'Please use at most 60 characters']]);
    expect(await faults({ body: 'x'.repeat(10_001) })).toEqual([['body', expect.stringContaining('10,000')]]);
    expect((await faults({ state: 'withdrawn' })).map(([field]) => field)).toEqual(['state']);
    await save({});
    expect(await faults({ name: 'SECOND interview' })).toEqual([
      ['name', expect.stringContaining('has a template with this name already')],
    ]);
    await sql`
      insert into answer_template (organization_id, name, subject, body, updated_at)
      select ${organizationId}::bigint, n::text, 'a', 'b', now() from generate_series(1, 49) n
    `.execute(world.database);
    expect(await faults({ name: 'One more' })).toEqual([[null, expect.stringContaining('at most 50 templates')]]);
  });

  it('cannot be read, used or changed by others, whatever their role', async () => {
    await save({});
    const { id } = (await list())!.templates[0]!;
    const job = await world.job();
    const { applicationId } = await world.apply(job, {}, 'applicant');
    for (const who of ['stranger', 'applicant', 'other', 'job_editor', 'site_admin', 'administrator'] as const) {
      expect([who, await list(who)]).toEqual([who, null]);
      expect([who, await save({ name: 'Theirs' }, who)]).toEqual([who, null]);
      expect([who, await save({ name: 'Theirs' }, who, id)]).toEqual([who, null]);
      expect([who, await world.ask(DELETE, { organizationId, id }, who)]).toEqual([who, null]);
      const offered = await world.ask<{ ownTemplates: unknown } | null>(OFFERED, { id: applicationId }, who);
      expect([who, offered?.ownTemplates ?? null]).toEqual([who, null]);
    }
    // Not even through an organization of one's own.
    const { rows } = await sql<{ id: number }>`select id from organization where name = 'Night Shelter'`.execute(
      world.database,
    );
    const theirs = String(rows[0]!.id);
    const variables = { organizationId: theirs, id, template: words };
    expect(await world.ask(SAVE, variables, 'stranger')).toBeNull();
    expect(await world.ask(DELETE, { organizationId: theirs, id }, 'stranger')).toBeNull();
    const other = await world.job({}, {}, { of: 1 });
    const many = await world.ask<{ ownTemplates: Own }>(FOR_MANY, { jobId: other }, 'stranger');
    expect(many.ownTemplates).toEqual({ templates: [] });
    expect((await list())!.templates).toEqual([{ id, ...words }]);
  });

  it('are offered filled in for one application, and with placeholders for many', async () => {
    await save({});
    await save({ name: 'Hired', state: 'hired' });
    const job = await world.job();
    const { applicationId } = await world.apply(job, {}, 'applicant');
    const { ownTemplates } = await world.ask<{ ownTemplates: Own }>(OFFERED, { id: applicationId }, 'editor');
    expect(ownTemplates!.templates).toEqual([
      // Only an offer leads to hired.
      expect.objectContaining({ name: 'Hired', state: null }),
      {
        name: 'Second interview',
        subject: 'Dear Ann',
        body: 'Come on [date] to Food Bank for Community cook, Bell …',
        state: 'interview',
      },
    ]);
    const many = await world.ask<{ ownTemplates: Own; templates: Template[] }>(FOR_MANY, { jobId: job }, 'editor');
    expect(many.ownTemplates!.templates[1]).toEqual({ name: words.name, subject: words.subject });
    expect(many.templates.find(({ name }) => name === 'offer')).toEqual({
      name: 'offer',
      subject: 'We would like to work with you: {{job_title}}',
      state: 'offer',
    });
  });
});
