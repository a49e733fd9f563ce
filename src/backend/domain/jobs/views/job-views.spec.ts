import { deleteDue } from '../../../../../test/support/retention.js';
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../../test/support/data/jobs.js';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { WEB_COUNTS } from '#contract/backend/web-counts.js';
import { JOB_VIEWS } from '#contract/job-views.js';
import { saveJobs } from '../job.repository.js';
import { JobViews, jobNumberRetention } from './job-views.js';

const SECRET = 'a-secret-of-this-test-alone-0123456789';
const NOW = new Date('2026-11-22T12:00:00Z');
const PLACE = { site: 'default', now: NOW };

let test: TestDatabase;
let views: JobViews;
let jobs: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  views = new JobViews(test.database, [SECRET, 'an-older-secret-of-this-test-0123456789']);
  const organization = await createOrganization(test.database, 'default');
  const made = ['published', 'published', 'draft'].map((state, index) =>
    jobToSave(organization, { sourceKey: String(index), state: state as 'published' }),
  );
  jobs = (await saveJobs(test.database, 'default', made, recordingIndexer())).map(({ id }) => id);
}, 60_000);
afterEach(async () => {
  await sql`delete from job_views`.execute(test.database);
  await sql`delete from job_day`.execute(test.database);
});
afterAll(() => test.close());

function sign(
  counts: Record<string, unknown>,
  options: { secret?: string; purpose?: string; at?: Date; tallies?: Record<string, object> } = {},
) {
  const { secret = SECRET, purpose = JOB_VIEWS.keyPurpose, at = NOW, tallies } = options;
  const seconds = Math.floor(at.getTime() / 1000);
  return new SignJWT({ views: counts, ...(tallies && { tallies }) })
    .setProtectedHeader({ alg: WEB_COUNTS.algorithm })
    .setIssuer(WEB_COUNTS.issuer)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + WEB_COUNTS.seconds)
    .sign(deriveKey(secret, purpose));
}

async function counted(): Promise<Record<string, number>> {
  const { rows } = await sql<{
    id: string;
    views: number;
  }>`select job_id::text as id, views::int from job_views`.execute(test.database);
  return Object.fromEntries(rows.map(({ id, views: count }) => [id, count]));
}

describe('[REC-03] counting views of jobs', () => {
  it('adds up signed counts of the web tier, once each, and only for public jobs', async () => {
    const [one, other, draft] = jobs as [string, string, string];
    const assertion = await sign({ [one]: 3, [other]: 1, [draft]: 5, 999999: 2 });
    const both = await Promise.all([views.count(assertion, PLACE), views.count(assertion, PLACE)]);
    expect(both.sort()).toEqual([0, 2]);
    expect(await views.count(await sign({ [one]: 4 }), PLACE)).toBe(1);
    expect(await counted()).toEqual({ [one]: 7, [other]: 1 });
    expect(await views.count(await sign({ [one]: 4 }), { ...PLACE, site: 'uk' })).toBe(0);
  });

  it('concurrent processes that count the same jobs wait for each other and lose nothing', async () => {
    const [one, other] = jobs as [string, string];
    const turns = Array.from({ length: 20 }, async (_none, index) =>
      views.count(await sign(index % 2 ? { [one]: 1, [other]: 1 } : { [other]: 1, [one]: 1 }), PLACE),
    );
    await Promise.all(turns);
    expect(await counted()).toEqual({ [one]: 20, [other]: 20 });
  });

  it('accepts no other signature, no old assertion, and no invalid number', async () => {
    const [one] = jobs as [string];
    const refused = [
      'none',
      await sign({ [one]: 1 }, { secret: 'the-secret-of-somebody-else-0123456789' }),
      await sign({ [one]: 1 }, { purpose: 'causeboard identity assertion' }),
      await sign({ [one]: 1 }, { at: new Date(NOW.getTime() - 600_000) }),
    ];
    for (const assertion of refused) expect(await views.count(assertion, PLACE)).toBeUndefined();
    expect(await views.count(await sign({ [one]: -5, x: 3, 2: 'many' }), PLACE)).toBe(0);
    expect(await counted()).toEqual({});
    const older = await sign({ [one]: 1 }, { secret: 'an-older-secret-of-this-test-0123456789' });
    expect(await views.count(older, PLACE)).toBe(1);
  });

  it('has one row for each job and day, with sources and the number of opened forms', async () => {
    const [one, other] = jobs as [string, string];
    const tallies = {
      [one]: { search: 2, direct: 1, started: 1 },
      [other]: { started: 4, started_search: 2, started_mail: -1, started_invented: 3, mail: -1, elsewhere: 'x' },
    };
    await views.count(await sign({ [one]: 3 }, { tallies }), PLACE);
    await views.count(await sign({ [one]: 1 }, { tallies: { [one]: { search: 1, invented: 5 } } }), PLACE);
    const { rows } = await sql<Record<string, unknown>>`
      select job_id::text as id, to_char(day, 'YYYY-MM-DD') as day, views, started, from_search, from_mail, from_elsewhere, from_direct,
        started_search, started_mail, sent
      from job_day order by job_id
    `.execute(test.database);
    const sources = { from_search: 0, from_mail: 0, from_elsewhere: 0, from_direct: 0 };
    const nothing = { ...sources, started_search: 0, started_mail: 0, sent: 0 };
    expect(rows).toEqual([
      { id: one, day: '2026-11-22', views: 4, started: 1, ...nothing, from_search: 3, from_direct: 1 },
      { id: other, day: '2026-11-22', views: 0, started: 4, ...nothing, started_search: 2 },
    ]);
    expect(await counted()).toEqual({ [one]: 4, [other]: 0 });
    await deleteDue(test.database, new Date('2027-05-22T12:00:00Z'), jobNumberRetention);
    expect((await sql`select from job_day`.execute(test.database)).rows.length).toBe(2);
    await deleteDue(test.database, new Date('2027-05-24T12:00:00Z'), jobNumberRetention);
    expect((await sql`select from job_day`.execute(test.database)).rows.length).toBe(0);
  });

  it('changes nothing that pages show', async () => {
    const changes = async () => (await sql`select from data_change`.execute(test.database)).rows.length;
    const before = await changes();
    await views.count(await sign({ [jobs[0]!]: 1 }), PLACE);
    expect(await changes()).toBe(before);
  });
});
