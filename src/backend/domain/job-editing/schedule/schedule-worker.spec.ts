import { sql } from 'kysely';
import { silentLogger } from '../../../../../test/support/database.js';
import { createTestIndex, SITE, type TestIndex } from '../../../../../test/support/search-index/job-index.js';
import { recordTasks } from '../../../../../test/support/recorded-tasks.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import { expireQueue } from '../../administration/background-jobs/queues.js';
import { startScheduleWorker, type ScheduleWorker } from './schedule-worker.js';

let index: TestIndex;
const feeds: ChangeFeed[] = [];
const workers: ScheduleWorker[] = [];
const logged: unknown[] = [];
const errors: string[] = [];

beforeAll(async () => {
  index = await createTestIndex();
}, 60_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  for (const feed of feeds.splice(0)) await feed.close();
  logged.length = 0;
  errors.length = 0;
  aheadMs = 0;
});
afterAll(() => index.close());

/** Offset to the machine's clock. */
let aheadMs = 0;
const clock = (): Date => new Date(Date.now() + aheadMs);

async function startWorker(): Promise<void> {
  const feed = await ChangeFeed.open(index.target, silentLogger);
  feeds.push(feed);
  const logger = {
    ...silentLogger,
    info: (details: object) => logged.push(details),
    error: (_details: object, text: string) => errors.push(text),
  };
  const { database, search } = index;
  workers.push(startScheduleWorker({ database, indexer: search.indexer, changes: feed, clock, logger }));
}

async function expireIn(id: string | undefined, ms: number): Promise<number> {
  const at = Date.now() + ms;
  await sql`update job set expires_at = ${new Date(at)} where id = ${id}`.execute(index.database);
  return at;
}

const isArchived = async (id: string | undefined): Promise<boolean> => {
  const { rows } = await sql<{ gone: boolean }>`
    select state = 'archived' and not exists (select from search_job where rank & 4294967295 = job.id) as gone
    from job where id = ${id} and site = ${SITE}
  `.execute(index.database);
  return rows[0]!.gone;
};

describe('startScheduleWorker', () => {
  it('archives what was due before it started', async () => {
    const [id] = await index.add([{ title: 'Over' }]);
    await expireIn(id, -1000);
    const tasks = recordTasks();
    await startWorker();
    await waitFor('the job to be archived', () => isArchived(id));
    await waitFor('the task to be told of', () => tasks.done.length > 0);
    tasks.stop();
    expect(tasks.done).toEqual(['schedule expire']);
  });

  it('archives within a second a job that gets an end while the worker sleeps, and not before that end', async () => {
    const [id, other] = await index.add([{ title: 'Soon over' }, { title: 'Later' }]);
    await expireIn(other, 3_600_000);
    await startWorker();
    await feeds[0]!.sync();
    const due = await expireIn(id, 700);
    await waitFor('the job to be archived', () => isArchived(id), 1700);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
    expect(await isArchived(other)).toBe(false);
  });

  it('archives once with several processes', async () => {
    const ids = await index.add([{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]);
    for (const id of ids) await expireIn(id, 300);
    await startWorker();
    await startWorker();
    await startWorker();
    for (const id of ids) await waitFor('the jobs to be archived', () => isArchived(id));
    for (const worker of workers.splice(0)) await worker.stop();
    const sum = logged.reduce<number>((total, details) => total + (details as { expired: number }).expired, 0);
    expect(sum).toBe(3);
  });

  it('archives nothing by a clock that has jumped ten years ahead, and works again when the clock is corrected', async () => {
    const TEN_YEARS_MS = 3653 * 86_400_000;
    const ids = await index.add(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => ({ title })));
    for (const id of ids) await expireIn(id, 3_600_000);
    const [scheduled] = await index.add([{ title: 'Comes', state: 'scheduled' }]);
    await sql`update job set published_at = now() + interval '1 hour' where id = ${scheduled}`.execute(index.database);
    await startWorker();
    const [first] = await index.add([{ title: 'Over' }]);
    await expireIn(first, -1000);
    await waitFor('the job to be archived', () => isArchived(first));

    aheadMs = TEN_YEARS_MS;
    await startWorker();
    await waitFor('the jump to be logged', () => Promise.resolve(errors.length > 0));
    expect(errors[0]).toContain('/admin/queue');
    const { rows } = await sql`
      select from job where id = any(${[...ids, scheduled]}::bigint[]) and state in ('published', 'scheduled')
    `.execute(index.database);
    expect(rows).toHaveLength(7);
    const held = await expireQueue.count(index.database, clock());
    expect(held.failed).toBeGreaterThanOrEqual(6);
    expect(held.waiting).toBe(0);

    aheadMs = 0;
    const [second] = await index.add([{ title: 'Over too' }]);
    await expireIn(second, -1000);
    await waitFor('the job to be archived', () => isArchived(second));
    expect(await isArchived(ids[0])).toBe(false);
    expect(await expireQueue.count(index.database, clock())).toMatchObject({ failed: 0 });
  });

  it('archives what is due by a clock that an administrator has confirmed', async () => {
    const ids = await index.add(['A', 'B', 'C', 'D', 'E'].map((title) => ({ title })));
    for (const id of ids) await expireIn(id, 3_600_000);
    await sql`update schedule_clock set seen_at = now(), held_at = null`.execute(index.database);
    aheadMs = 100 * 86_400_000;
    await startWorker();
    await waitFor('the jump to be logged', () => Promise.resolve(errors.length > 0));
    expect(await isArchived(ids[0])).toBe(false);
    const tried = await index.database
      .transaction()
      .execute((trx) => expireQueue.retry!(trx, { state: 'failed' }, clock()));
    expect(tried).toBeGreaterThanOrEqual(5);
    for (const id of ids) await waitFor('the job to be archived', () => isArchived(id));
    await sql`update schedule_clock set seen_at = now()`.execute(index.database);
  });

  it('archives a few jobs by a clock that has jumped ahead, but does not trust it', async () => {
    const trusted = await sql<{ at: Date }>`
      update schedule_clock set seen_at = now(), held_at = null returning seen_at as at
    `.execute(index.database);
    const [id] = await index.add([{ title: 'Alone' }]);
    await expireIn(id, 3_600_000);
    aheadMs = 100 * 86_400_000;
    await startWorker();
    await waitFor('the job to be archived', () => isArchived(id));
    expect(errors).toHaveLength(1);
    const { rows } = await sql<{ at: Date }>`select seen_at as at from schedule_clock`.execute(index.database);
    expect(rows).toEqual(trusted.rows);
    await sql`update schedule_clock set held_at = null`.execute(index.database);
  });

  it('[REC-02] with a clock that is set back, nothing is published or archived early or twice', async () => {
    const [first, second, ends] = await index.add([
      { title: 'First', state: 'scheduled' },
      { title: 'Second', state: 'scheduled' },
      { title: 'Ends' },
    ]);
    const HOUR_MS = 3_600_000;
    const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
    await sql`update job set published_at = ${inHours(1)} where id = ${first}`.execute(index.database);
    await sql`update job set published_at = ${inHours(5)} where id = ${second}`.execute(index.database);
    await sql`update job set expires_at = ${inHours(5)} where id = ${ends}`.execute(index.database);
    const wake = () => sql`insert into data_change (kind, site) values ('schedule', ${SITE})`.execute(index.database);
    const states = async (): Promise<string[]> => {
      const { rows } = await sql<{ state: string }>`
        select state from job where id = any(${[first, second, ends]}::bigint[]) order by id
      `.execute(index.database);
      return rows.map(({ state }) => state);
    };
    const reaches = (wanted: string[]) =>
      waitFor(`the jobs to be ${wanted.join()}`, async () => (await states()).join() === wanted.join());
    await startWorker();
    aheadMs = 2 * HOUR_MS;
    await wake();
    await reaches(['published', 'scheduled', 'published']);
    aheadMs = -24 * HOUR_MS;
    await wake();
    // A job that is due by this clock too: the sweep that archives it has skipped the others.
    const [witness] = await index.add([{ title: 'Witness' }]);
    await sql`update job set expires_at = ${inHours(-25)} where id = ${witness}`.execute(index.database);
    await waitFor('the witness to be archived', () => isArchived(witness));
    expect(await states()).toEqual(['published', 'scheduled', 'published']);
    aheadMs = 6 * HOUR_MS;
    await wake();
    await reaches(['published', 'published', 'archived']);
    const { rows } = await sql<{ steps: string }>`
      select string_agg(step, ' ' order by id) as steps from job_event where job_id = any(${[first, second, ends]}::bigint[])
      group by job_id order by job_id
    `.execute(index.database);
    expect(rows.map(({ steps }) => steps)).toEqual(['release', 'release', 'expire']);
  });

  it('[REC-02] publishes and archives once what became due while no process was running, in that order', async () => {
    const [shown, gone] = await index.add([
      { title: 'Shown', state: 'scheduled' },
      { title: 'Come and gone', state: 'scheduled' },
    ]);
    await sql`update job set published_at = now() - interval '2 hours' where id = any(${[shown, gone]}::bigint[])`.execute(
      index.database,
    );
    await sql`update job set expires_at = now() - interval '1 hour' where id = ${gone}`.execute(index.database);
    await startWorker();
    await startWorker();
    await waitFor('the job to be archived', () => isArchived(gone));
    const { rows } = await sql<{ id: number; steps: string }>`
      select job_id as id, string_agg(step, ' ' order by id) as steps from job_event
      where job_id = any(${[shown, gone]}::bigint[]) group by job_id order by job_id
    `.execute(index.database);
    expect(rows.map(({ steps }) => steps)).toEqual(['release', 'release expire']);
    expect(await index.titles('Shown')).toContain('Shown');
  });
});
