import { sql } from 'kysely';
import { silentLogger } from '../../../test/support/database.js';
import { createTestIndex, SITE, type TestIndex } from '../../../test/support/job-index.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { ChangeFeed } from '../changes/change-feed.js';
import { startScheduleWorker, type ScheduleWorker } from './schedule-worker.js';

let index: TestIndex;
const feeds: ChangeFeed[] = [];
const workers: ScheduleWorker[] = [];
const logged: unknown[] = [];

beforeAll(async () => {
  index = await createTestIndex();
}, 60_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  for (const feed of feeds.splice(0)) await feed.close();
  logged.length = 0;
});
afterAll(() => index.close());

async function startWorker(): Promise<void> {
  const feed = await ChangeFeed.open(index.target, silentLogger);
  feeds.push(feed);
  const logger = { ...silentLogger, info: (details: object) => logged.push(details) };
  const { database, search } = index;
  workers.push(
    startScheduleWorker({ database, indexer: search.indexer, changes: feed, clock: () => new Date(), logger }),
  );
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
    await startWorker();
    await waitFor('the job to be archived', () => isArchived(id));
  });

  it('archives within a second what is given an end while it sleeps, and not before it', async () => {
    const [id, other] = await index.add([{ title: 'Soon over' }, { title: 'Later' }]);
    await expireIn(other, 3_600_000);
    await startWorker();
    await feeds[0]!.sync();
    const due = await expireIn(id, 700);
    await waitFor('the job to be archived', () => isArchived(id), 1700);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
    expect(await isArchived(other)).toBe(false);
  });

  it('archives once where several processes do it', async () => {
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
});
