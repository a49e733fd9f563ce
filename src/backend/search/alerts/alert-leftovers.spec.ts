import { sql, type RawBuilder } from 'kysely';
import { createTestIndex, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { deleteLeftovers } from './create-alerts.js';

/** Upper limit for one statement of the cleanup. */
const CHECKED_AT_ONCE = 2000;
/** Key of the advisory lock that a process holds while it executes such a statement. */
const CLEANUP_LOCK = 4_217_016;
const DELETED_ITEM = 1_000_000;
const RESUME = 900_000;

let test: TestIndex;

beforeAll(async () => {
  test = await createTestIndex();
}, 60_000);
afterAll(() => test.close());
beforeEach(async () => {
  await sql`truncate alert, alert_search, alert_arrival, alert_match, job, account cascade`.execute(test.database);
});

/** @returns the id of a new alert of an account */
async function alert(kind: 'job' | 'resume'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with search as (insert into alert_search (kind, site, digest, search) values (${kind}, 'test-site', '', '{}') returning id),
      person as (insert into account (email, name, roles) values (${kind}, '', '{recruiter}') returning id)
    insert into alert (kind, site, search_id, account_id, token, language, page, every_seconds, confirmed_at, created_at)
    select ${kind}, 'test-site', search.id, person.id, ${kind}, 'en', '/', 86400, now(), now() from search, person returning id
  `.execute(test.database);
  return rows[0]!.id;
}

async function match(alertId: string, items: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into alert_match (alert_id, item_id) select ${alertId}::uuid, item from ${items} as item
  `.execute(test.database);
}

async function matchesOf(alertId: string): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from alert_match where alert_id = ${alertId}::uuid order by item_id
  `.execute(test.database);
  return rows.map(({ item_id: item }) => item);
}

describe('[APP-06] what deleted jobs, resumes and alerts have left', () => {
  it('is deleted, however much it is, and nothing else is', async () => {
    const [first, second] = (await test.add([{ title: 'Cook' }, { title: 'Driver' }])).map(Number);
    const ofJobs = await alert('job');
    const ofResumes = await alert('resume');
    const deleted = sql`generate_series(${DELETED_ITEM}::bigint, ${DELETED_ITEM + 2 * CHECKED_AT_ONCE}::bigint)`;
    for (const id of [ofJobs, ofResumes]) await match(id, deleted);
    await match(ofJobs, sql`unnest(${[first, second]}::bigint[])`);
    await sql`
      insert into resume (id, site, account_id, language) overriding system value
      select ${RESUME}, 'test-site', account_id, 'en' from alert where kind = 'resume'
    `.execute(test.database);
    // A resume with the id of a job does not exist.
    await match(ofResumes, sql`unnest(${[RESUME, first]}::bigint[])`);
    await sql`insert into alert_search (kind, site, digest, search) values ('job', 'test-site', 'unused', '{}')`.execute(
      test.database,
    );
    await deleteLeftovers(test.database);
    expect(await matchesOf(ofJobs)).toEqual([first, second]);
    expect(await matchesOf(ofResumes)).toEqual([RESUME]);
    const { rows: searches } = await sql`select kind from alert_search order by kind`.execute(test.database);
    expect(searches).toEqual([{ kind: 'job' }, { kind: 'resume' }]);
  });

  it('is deleted by one process at a time', async () => {
    const id = await alert('job');
    await match(id, sql`generate_series(${DELETED_ITEM}::bigint, ${DELETED_ITEM + 5}::bigint)`);
    await test.database.transaction().execute(async (other) => {
      await sql`select pg_advisory_xact_lock(${CLEANUP_LOCK})`.execute(other);
      await deleteLeftovers(test.database);
    });
    expect(await matchesOf(id)).toHaveLength(6);
    await Promise.all([deleteLeftovers(test.database), deleteLeftovers(test.database)]);
    expect(await matchesOf(id)).toEqual([]);
  });

  it('is deleted by statements of limited size, and not after the worker is stopped', async () => {
    const id = await alert('job');
    const total = 2 * CHECKED_AT_ONCE + 5;
    await match(id, sql`generate_series(${DELETED_ITEM}::bigint, ${DELETED_ITEM + total - 1}::bigint)`);
    const remaining: number[] = [];
    for (let round = 0; round < 3; round++) {
      await deleteLeftovers(test.database, () => true);
      remaining.push((await matchesOf(id)).length);
    }
    expect(remaining).toEqual([total - CHECKED_AT_ONCE, total - 2 * CHECKED_AT_ONCE, 0]);
  });
});
