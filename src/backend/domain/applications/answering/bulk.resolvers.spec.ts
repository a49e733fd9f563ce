import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';
import { recordTasks } from '../../../../../test/support/recorded-tasks.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

const START = `mutation B($jobId: ID!, $bulk: ApplicationBulkInput!) { startApplicationBulk(jobId: $jobId, bulk: $bulk) {
  bulk { id total } errors { field message } } }`;
const LIST = `query L($jobId: ID!) { jobApplications(jobId: $jobId) { bulks { total done skipped finished } } }`;
const CHANGED = `query C($jobId: ID!) { jobApplications(jobId: $jobId) { bulks { changed } } }`;

type Started = (Faults & { bulk: { id: string; total: number } | null }) | null;

describe('[REC-05] answers to many applications at once', () => {
  const world = applicationWorld();
  let job: string;
  let keys = 0;

  beforeEach(async () => {
    await sql`delete from application_bulk`.execute(world.database);
    await sql`delete from application`.execute(world.database);
    job = await world.job();
  });

  const start = (bulk: object, who: Person = 'owner', jobId = job) =>
    world.ask<Started>(START, { jobId, bulk: { requestKey: `the-key-of-a-bulk-${(keys += 1)}`, ...bulk } }, who);
  const bulks = async () =>
    (
      await world.ask<{ bulks: { total: number; done: number; skipped: number; finished: boolean }[] }>(
        LIST,
        { jobId: job },
        'owner',
      )
    ).bulks;
  const finished = () =>
    waitFor('the work to be done', async () => (await bulks()).every((bulk) => bulk.finished), 20_000);
  async function rows() {
    const { rows: found } = await sql<{ id: string; email: string; state: string }>`
      select id, email, state from application where job_id = ${job} order by email
    `.execute(world.database);
    return found;
  }
  async function fill(count: number): Promise<void> {
    for (let each = 0; each < count; each += 1)
      await world.apply(job, {
        firstName: `Ann ${each}`,
        emailAddress: `p${String(each).padStart(2, '0')}@people.test`,
      });
    await sql`delete from mail`.execute(world.database);
  }

  it('are sent once to each chosen applicant, by name, and to no others', async () => {
    await fill(3);
    const chosen = (await rows()).slice(0, 2).map(({ id }) => id);
    const bulk = {
      applications: [...chosen, 'x'],
      state: 'interview',
      subject: 'Hello {{first_name}}',
      body: 'Dear {{ first_name }} {{last_name}}, {{job_title}} at {{organization}}',
      requestKey: 'the-same-form-twice',
    };
    const tasks = recordTasks();
    const both = await Promise.all([start(bulk), start(bulk)]);
    expect(new Set(both.map((each) => each?.bulk?.id)).size).toBe(1);
    await finished();
    await waitFor('the task to be told of', () => tasks.done.length > 0);
    tasks.stop();
    expect(tasks.done).toEqual(['bulk interview']);
    expect((await rows()).map(({ state }) => state)).toEqual(['interview', 'interview', 'new']);
    const mails = (await world.mails()).sort((one, other) => one.recipient.localeCompare(other.recipient));
    expect(mails.map(({ recipient, details }) => [recipient, details.subject, details.body, details.replyTo])).toEqual(
      ['00', '01'].map((n) => [
        `p${n}@people.test`,
        `Hello Ann ${Number(n)}`,
        `Dear Ann ${Number(n)} Bell, Community cook at Food Bank`,
        'owner@people.test',
      ]),
    );
    expect(await bulks()).toEqual([{ total: 2, done: 2, skipped: 0, finished: true }]);
  });

  it('decline all applications of a filter with the text of the site; where that is not possible, the state is kept', async () => {
    await fill(60);
    await sql`update application set state = 'withdrawn' where email = 'p03@people.test'`.execute(world.database);
    await sql`update application set state = 'hired' where email = 'p04@people.test'`.execute(world.database);
    await start({ filter: { text: 'p0' }, state: 'declined' });
    await finished();
    expect(await bulks()).toEqual([{ total: 10, done: 10, skipped: 2, finished: true }]);
    const declined = (await rows()).filter(({ state }) => state === 'declined');
    expect(declined.map(({ email }) => email.slice(0, 2))).toEqual(Array.from({ length: 8 }, () => 'p0'));
    const mails = await world.mails();
    expect(mails.map(({ template }) => template)).toEqual(Array.from({ length: 8 }, () => 'application-declined'));
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(8);
  });

  it('with a rejection skip those who are declined already, whether or not they have been told yet', async () => {
    await fill(3);
    const [first, second] = await rows();
    await sql`update application set state = 'declined' where id = ${first!.id}::uuid`.execute(world.database);
    const move = 'mutation M($id: ID!) { moveApplication(id: $id, state: declined) { errors { message } } }';
    await world.ask(move, { id: second!.id }, 'owner');
    await start({ filter: {}, state: 'declined', subject: 'Thank you', body: 'Not this time' });
    await finished();
    expect(await bulks()).toEqual([{ total: 3, done: 3, skipped: 2, finished: true }]);
    expect((await world.mails()).map(({ template, recipient }) => [template, recipient])).toEqual([
      ['application-declined', 'p01@people.test'],
      ['application-answer', 'p02@people.test'],
    ]);
    // A message without a step reaches them.
    await start({ filter: {}, subject: 'One more thing', body: 'You can apply again' });
    await finished();
    expect((await world.mails()).filter(({ details }) => details.subject === 'One more thing')).toHaveLength(3);
  });

  describe('chosen from a list that was read before', () => {
    const move = (id: string, state: string) =>
      world.ask(
        `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) { errors { message } } }`,
        { id, state },
        'editor',
      );
    const mailed = async () => (await world.mails()).map(({ recipient }) => recipient.slice(0, 3)).sort();
    const changed = async () =>
      (await world.ask<{ bulks: { changed: number }[] }>(CHANGED, { jobId: job }, 'owner')).bulks[0]!.changed;
    let seen: string;
    let ids: string[];

    /** Reads a list of four people. Then p00 is moved, p01 is moved back, p02 withdraws and p04 applies. */
    beforeEach(async () => {
      await fill(4);
      ids = (await rows()).map(({ id }) => id);
      await move(ids[1]!, 'declined');
      ({ seen } = await world.ask<{ seen: string }>(
        'query S($jobId: ID!) { jobApplications(jobId: $jobId) { seen } }',
        { jobId: job },
        'owner',
      ));
      world.now = new Date(world.now.getTime() + 1000);
      await move(ids[0]!, 'offer');
      const { rows: mails } = await sql<{ id: number }>`select id from mail where recipient like 'p01@%'`.execute(
        world.database,
      );
      await world.ask(
        'mutation U($id: ID!, $mail: ID!) { undoAnswer(id: $id, mail: $mail) { errors { message } } }',
        { id: ids[1]!, mail: String(mails[0]!.id) },
        'editor',
      );
      await sql`update application set state = 'withdrawn', updated_at = ${world.now} where id = ${ids[2]!}::uuid`.execute(
        world.database,
      );
      await world.apply(job, { emailAddress: 'p04@people.test' });
      await sql`delete from mail`.execute(world.database);
    });

    it('leave those out whose state was changed since, and with a whole list also those who applied since', async () => {
      await start({ applications: ids, state: 'declined', seen });
      await finished();
      expect((await rows()).map(({ state }) => state)).toEqual(['offer', 'new', 'withdrawn', 'declined', 'new']);
      expect([await mailed(), await bulks(), await changed()]).toEqual([
        ['p03'],
        [{ total: 4, done: 4, skipped: 0, finished: true }],
        3,
      ]);
      await start({ filter: {}, state: 'declined', seen });
      await finished();
      expect([await mailed(), (await bulks())[0], await changed()]).toEqual([
        ['p03'],
        { total: 5, done: 5, skipped: 0, finished: true },
        5,
      ]);
      expect((await rows()).map(({ state }) => state)).toEqual(['offer', 'new', 'withdrawn', 'declined', 'new']);
    });

    it('reach everybody if the page does not say when it was read', async () => {
      await start({ filter: {}, state: 'declined' });
      await finished();
      expect([await mailed(), await changed()]).toEqual([['p00', 'p01', 'p03', 'p04'], 0]);
      await expect(start({ filter: {}, state: 'declined', seen: 'yesterday' })).rejects.toThrow('BAD_USER_INPUT');
    });

    it('with a message alone reach all who were chosen or listed', async () => {
      const words = { subject: 'News', body: 'Dear {{first_name}}', seen };
      await start({ applications: ids, ...words });
      await finished();
      expect([await mailed(), await changed()]).toEqual([['p00', 'p01', 'p03'], 0]);
      await sql`delete from mail`.execute(world.database);
      await start({ filter: {}, ...words, subject: 'More news' });
      await finished();
      expect([await mailed(), await changed()]).toEqual([['p00', 'p01', 'p03'], 1]);
      await sql`delete from mail`.execute(world.database);
      // These two were not in the list of new applications.
      await start({ filter: { state: 'new' }, ...words, subject: 'New news' });
      await finished();
      expect([await mailed(), await changed()]).toEqual([['p03'], 2]);
    });

    it('leave out those whose state is changed while others are processed', async () => {
      await sql`
        insert into application_bulk (site, job_id, account_id, request_key, created_at, state, total, seen_at)
        values ('default', ${job}, ${world.ids.owner}::uuid, 'of-a-list-read-before', ${world.now}, 'in_review', 2, ${seen})
      `.execute(world.database);
      await sql`insert into application_bulk_item select b.id, a.id from application_bulk b, application a where a.id = any(${[ids[0]!, ids[3]!]}::uuid[])`.execute(
        world.database,
      );
      await sql`insert into data_change (kind) values ('schedule')`.execute(world.database);
      await finished();
      expect((await rows()).map(({ state }) => state)).toEqual(['offer', 'new', 'withdrawn', 'in_review', 'new']);
      expect([await bulks(), await changed()]).toEqual([[{ total: 2, done: 2, skipped: 0, finished: true }], 1]);
    });
  });

  it('may name the job with the brackets of its title', async () => {
    job = await world.job({ title: 'Cook [m/w/d]' });
    await fill(1);
    const body = 'About {{job_title}}, that is, Cook [m/w/d]';
    expect((await start({ filter: {}, subject: 'On [date]', body }))?.errors.map(({ field }) => field)).toEqual([
      'subject',
    ]);
    expect((await start({ filter: {}, subject: 'Cook [m/w/d]', body }))?.errors).toEqual([]);
    await finished();
    expect((await world.mails()).map(({ details }) => details.body)).toEqual([
      'About Cook [m/w/d], that is, Cook [m/w/d]',
    ]);
  });

  it('may have a subject that consists of a placeholder', async () => {
    await fill(1);
    expect((await start({ filter: {}, subject: '{{ job_title }}', body: '{{first_name}}' }))?.errors).toEqual([]);
    await finished();
    expect((await world.mails()).map(({ details }) => [details.subject, details.body])).toEqual([
      ['Community cook', 'Ann 0'],
    ]);
  });

  it('are refused if something is missing or a placeholder is left open', async () => {
    await fill(1);
    const applications = (await rows()).map(({ id }) => id);
    for (const [bulk, field] of [
      [{ applications: [], state: 'declined' }, 'applications'],
      [{ applications }, 'state'],
      [{ applications, state: 'new' }, 'state'],
      [{ applications, state: 'withdrawn' }, 'state'],
      [{ applications, subject: 'Hello', body: null }, 'body'],
      [{ applications, subject: 'On [date]', body: 'x' }, 'subject'],
      [{ applications, subject: 'x', body: 'Dear {{firstname}}' }, 'body'],
      [{ applications, subject: 'x'.repeat(201), body: 'x' }, 'subject'],
    ] as const)
      expect([bulk, (await start(bulk))?.errors.map((error) => error.field)]).toEqual([bulk, [field]]);
    expect(await bulks()).toEqual([]);
    expect(await world.mails()).toEqual([]);
  });

  it('reach no application of another job, and are available to members only', async () => {
    await fill(1);
    const [{ id } = { id: '' }] = await rows();
    const bulk = { applications: [id], state: 'declined' };
    for (const who of ['stranger', 'applicant', 'other', 'job_editor', 'site_admin', 'administrator'] as const)
      expect([who, await start(bulk, who)]).toEqual([who, null]);
    const theirs = await world.job({}, {}, { of: 1 });
    expect((await start(bulk, 'stranger', theirs))?.bulk?.total).toBe(0);
    expect((await rows())[0]!.state).toBe('new');
  });

  it('are audited with the administrator who started them as another person', async () => {
    await fill(1);
    const own = world.tokens.owner;
    const { jwt } = await world.ask<{ jwt: string }>(
      `mutation { masquerade(userId: "${world.ids.owner}") { jwt } }`,
      {},
      'administrator',
    );
    world.tokens.owner = jwt;
    await start({ filter: {}, state: 'interview' });
    world.tokens.owner = own;
    await world.logInAgain('administrator');
    await finished();
    const { rows: events } = await sql`
      select actor_id as actor, details ->> 'masquerader' as masquerader from audit_event where action = 'application.moved' order by id desc limit 1
    `.execute(world.database);
    expect(events).toEqual([{ actor: world.ids.owner, masquerader: world.ids.administrator }]);
  });

  it.each([
    ['loses the role of a recruiter', sql`update account set roles = '{applicant}' where id = `],
    ['leaves the organization', sql`delete from organization_member where account_id = `],
  ])('end when the person who started them %s', async (_how, ending) => {
    await fill(2);
    await sql`update account set roles = '{recruiter}' where id = ${world.ids.editor}::uuid`.execute(world.database);
    await sql`${ending} ${world.ids.editor}::uuid`.execute(world.database);
    await sql`
      insert into application_bulk (site, job_id, account_id, request_key, created_at, state, total)
      values ('default', ${job}, ${world.ids.editor}::uuid, 'of-somebody-who-left', ${world.now}, 'declined', 2)
    `.execute(world.database);
    await sql`insert into application_bulk_item select b.id, a.id from application_bulk b, application a`.execute(
      world.database,
    );
    await start({ filter: { text: 'nobody' }, state: 'declined' });
    await finished();
    expect(await bulks()).toContainEqual({ total: 2, done: 2, skipped: 2, finished: true });
    expect((await rows()).map(({ state }) => state)).toEqual(['new', 'new']);
  });
});
