import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

const RESULT = `bulk { id total done skipped finished mayUndo undo { undone sent changed } } errors { field message }`;
const START = `mutation B($jobId: ID!, $bulk: ApplicationBulkInput!) { startApplicationBulk(jobId: $jobId, bulk: $bulk) { ${RESULT} } }`;
const UNDO_ALL = `mutation U($jobId: ID!, $bulk: ID!) { undoApplicationBulk(jobId: $jobId, bulk: $bulk) { ${RESULT} } }`;
const LIST = `query L($jobId: ID!) { jobApplications(jobId: $jobId) { bulks { id finished mayUndo undo { undone sent changed } } } }`;
const MOVE = `mutation M($id: ID!, $state: ApplicationState!) { moveApplication(id: $id, state: $state) { errors { message } } }`;
const MINUTE_MS = 60_000;

interface Bulk {
  id: string;
  finished: boolean;
  mayUndo: boolean;
  undo: { undone: number; sent: number; changed: number } | null;
}
type Result = (Faults & { bulk: Bulk | null }) | null;

describe('[REC-05] undoing a step or an answer for many applications', () => {
  const world = applicationWorld();
  let job: string;
  let keys = 0;

  beforeEach(async () => {
    world.now = new Date('2026-11-21T09:00:00Z');
    await sql`delete from application_bulk`.execute(world.database);
    await sql`delete from application`.execute(world.database);
    await sql`delete from mail`.execute(world.database);
    job = await world.job();
  });

  /** Inserts applications directly, without submitting forms. */
  async function fill(count: number): Promise<void> {
    await sql`
      with put as (
        insert into application (site, job_id, organization_id, request_key, language, first_name, last_name, email, cover_letter, answers,
          created_at, updated_at)
        select 'default', job.id, job.organization_id, 'key-' || n, 'en', 'Ann', 'Bell', 'p' || lpad(n::text, 4, '0') || '@people.test', '',
          '[]', ${world.now}, ${world.now}
        from job, generate_series(1, ${count}::integer) n where job.id = ${job} returning id
      )
      insert into application_event (application_id, at, state, by_employer) select id, ${world.now}, 'new', false from put
    `.execute(world.database);
  }
  const start = (bulk: object, who: Person = 'owner') =>
    world.ask<Result>(
      START,
      { jobId: job, bulk: { requestKey: `the-key-of-a-bulk-${(keys += 1)}`, filter: {}, ...bulk } },
      who,
    );
  const undo = (bulk: string, who: Person = 'owner', jobId = job) => world.ask<Result>(UNDO_ALL, { jobId, bulk }, who);
  const shown = async () => (await world.ask<{ bulks: Bulk[] }>(LIST, { jobId: job }, 'owner')).bulks;
  /** Starts a bulk and waits until it is done. @returns its id */
  async function done(bulk: object): Promise<string> {
    const started = await start(bulk);
    expect(started!.errors).toEqual([]);
    await waitFor('the work to be done', async () => (await shown()).every((each) => each.finished), 100_000);
    return started!.bulk!.id;
  }
  const states = async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::integer as count from application where job_id = ${job} group by state order by state
    `.execute(world.database);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const events = async () =>
    (await sql<{ count: number }>`select count(*)::integer as count from application_event`.execute(world.database))
      .rows[0]!.count;
  const idOf = async (email: string) =>
    (await sql<{ id: string }>`select id from application where email = ${email}`.execute(world.database)).rows[0]!.id;

  it('a thousand emails are canceled, and all applications return to their earlier state', async () => {
    await fill(1000);
    await sql`update application set state = 'in_review' where email < 'p0401'`.execute(world.database);
    await sql`
      insert into application_event (application_id, at, state, by_employer)
      select id, ${world.now}, 'in_review', true from application where email < 'p0401'
    `.execute(world.database);
    const id = await done({ state: 'declined', subject: 'Thank you', body: 'Dear {{first_name}}' });
    expect([await states(), (await world.mails()).length]).toEqual([{ declined: 1000 }, 1000]);
    const undone = await undo(id);
    expect(undone).toMatchObject({ errors: [], bulk: { mayUndo: false, undo: { undone: 1000, sent: 0, changed: 0 } } });
    expect([await states(), await world.mails(), await events()]).toEqual([{ in_review: 400, new: 600 }, [], 1400]);
    // The same text can be sent again.
    await done({ state: 'declined', subject: 'Thank you', body: 'Dear {{first_name}}' });
    expect((await world.mails()).length).toBe(1000);
  }, 120_000);

  it('what has been sent or decided since is kept, and counted', async () => {
    await fill(5);
    const id = await done({ state: 'in_review', subject: 'We read it', body: 'Dear {{first_name}}' });
    await sql`update mail set attempts = 1 where recipient = 'p0001@people.test'`.execute(world.database);
    await sql`update mail set sent_at = ${world.now} where recipient = 'p0002@people.test'`.execute(world.database);
    // A delayed decision must be sent before the next one.
    await sql`update application_event set visible_at = ${world.now} where application_id = ${await idOf('p0003@people.test')}::uuid`.execute(
      world.database,
    );
    await sql`update mail set due_at = ${world.now} where recipient = 'p0003@people.test'`.execute(world.database);
    await world.ask(MOVE, { id: await idOf('p0003@people.test'), state: 'interview' }, 'editor');
    expect((await undo(id))!.bulk!.undo).toEqual({ undone: 2, sent: 2, changed: 1 });
    expect(await states()).toEqual({ in_review: 2, interview: 1, new: 2 });
    expect((await world.mails()).map(({ recipient }) => recipient).sort()).toEqual([
      'p0001@people.test',
      'p0002@people.test',
      'p0003@people.test',
    ]);
  });

  it('steps without a mail are undone too', async () => {
    await fill(3);
    const id = await done({ state: 'in_review' });
    expect(await states()).toEqual({ in_review: 3 });
    expect((await undo(id))!.bulk!.undo!.undone).toBe(3);
    expect([await states(), await events()]).toEqual([{ new: 3 }, 3]);
  });

  it('what was left out because it had changed before is not undone, and there may be nothing to undo', async () => {
    await fill(3);
    const seen = new Date(world.now.getTime() - 1).toISOString();
    await sql`update application set created_at = ${seen}, updated_at = ${seen} where email <> 'p0001@people.test'`.execute(
      world.database,
    );
    const id = await done({ state: 'declined', seen });
    expect(await states()).toEqual({ declined: 2, new: 1 });
    expect((await undo(id))!.bulk!.undo).toEqual({ undone: 2, sent: 0, changed: 0 });
    expect([await states(), await world.mails(), await events()]).toEqual([{ new: 3 }, [], 3]);
    await done({ state: 'declined', seen: new Date(0).toISOString() });
    expect((await shown())[0]!.mayUndo).toBe(false);
  });

  it('of two concurrent attempts one undoes it, both get the same result, and a third one changes nothing', async () => {
    await fill(40);
    const id = await done({ state: 'declined' });
    const both = await Promise.all([undo(id), undo(id, 'editor')]);
    const expected = { undone: 40, sent: 0, changed: 0 };
    expect(both.map((each) => each!.bulk!.undo)).toEqual([expected, expected]);
    await sql`update application set state = 'in_review'`.execute(world.database);
    expect((await undo(id))!.bulk!.undo).toEqual(expected);
    expect(await states()).toEqual({ in_review: 40 });
    const { rows } = await sql<{ details: object }>`
      select details from audit_event where action = 'application.bulk-undone' and details ->> 'job' = ${job}
    `.execute(world.database);
    expect(rows.map(({ details }) => details)).toEqual([{ job, count: '40' }]);
  });

  it('applications that were not reached yet never will be, as after a process has died midway', async () => {
    await fill(30);
    const { rows } = await sql<{ id: number }>`
      insert into application_bulk (site, job_id, account_id, request_key, created_at, state, total, done, finished_at)
      values ('default', ${job}, ${world.ids.owner}::uuid, 'a-bulk-that-is-half-done', ${world.now}, 'declined', 30, 0, ${world.now})
      returning id
    `.execute(world.database);
    const id = rows[0]!.id;
    await sql`insert into application_bulk_item select ${id}, id from application`.execute(world.database);
    expect((await undo(String(id)))!.bulk!.undo).toEqual({ undone: 30, sent: 0, changed: 0 });
    await sql`insert into data_change (kind) values ('schedule')`.execute(world.database);
    const other = await done({ filter: { text: 'nobody' }, state: 'declined' });
    expect([other === String(id), await states()]).toEqual([false, { new: 30 }]);
  });

  it('is possible until the last of its emails may have been sent, and not later', async () => {
    await fill(2);
    const id = await done({ state: 'declined' });
    world.now = new Date(world.now.getTime() + 10 * MINUTE_MS - 1);
    expect((await shown())[0]!.mayUndo).toBe(true);
    world.now = new Date(world.now.getTime() + 1);
    const late = await undo(id);
    expect([late!.errors.length, late!.bulk!.undo, await states()]).toEqual([1, null, { declined: 2 }]);
  });

  it('is refused for others, and for the address of another job', async () => {
    await fill(1);
    const id = await done({ state: 'declined' });
    for (const who of ['stranger', 'applicant', 'other', 'job_editor', 'site_admin', 'administrator'] as const)
      expect([who, await undo(id, who)]).toEqual([who, null]);
    const theirs = await world.job({}, {}, { of: 1 });
    expect(await undo(id, 'stranger', theirs)).toBeNull();
    expect(await undo('x')).toBeNull();
    expect(await states()).toEqual({ declined: 1 });
  });

  it('booked interviews are named before anybody is declined, and are restored by the undo', async () => {
    await fill(2);
    const invited = await idOf('p0001@people.test');
    await sql`
      insert into interview (application_id, host_id, state, created_at, time_zone, minutes, place, note, slots, starts_at, visible_at)
      values (${invited}::uuid, ${world.ids.owner}::uuid, 'booked', ${world.now}, 'America/Toronto', 45, 'Room 1', '', '{}',
        ${new Date('2026-12-03T19:30:00Z')}, ${world.now})
    `.execute(world.database);
    const refused = await start({ state: 'declined' });
    expect([refused!.bulk, refused!.errors[0]!.field]).toEqual([null, 'endInterviews']);
    expect(refused!.errors[0]!.message).toContain('Ann Bell');
    const id = await done({ state: 'declined', endInterviews: true });
    const interviews = async () =>
      (await sql<{ state: string; sequence: number }>`select state, sequence from interview`.execute(world.database))
        .rows;
    expect([await interviews(), (await world.mails()).map(({ template }) => template).sort()]).toEqual([
      [{ state: 'canceled', sequence: 1 }],
      ['application-declined', 'application-declined', 'interview-canceled'],
    ]);
    await undo(id);
    expect([await interviews(), await world.mails()]).toEqual([[{ state: 'booked', sequence: 0 }], []]);
  });
});
