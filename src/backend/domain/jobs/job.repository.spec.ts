import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { expireJobs } from '../job-editing/schedule/schedule-worker.js';
import { saveJobs } from './job.repository.js';

describe('jobs in the database', () => {
  let test: TestDatabase;
  let organization: string;

  beforeAll(async () => {
    test = await createTestDatabase();
    await seedTerms(test.database);
    organization = await createOrganization(test.database, 'default');
  });
  afterAll(() => test.close());

  it('creates, skips and updates by source and key, and indexes what changed', async () => {
    const indexer = recordingIndexer();
    const jobs = [jobToSave(organization), jobToSave(organization, { sourceKey: 'two', title: 'Driver' })];
    const created = await saveJobs(test.database, 'default', jobs, indexer);
    expect(created.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(indexer.indexed).toEqual(created.map(({ id }) => id));

    const again = await saveJobs(test.database, 'default', jobs, indexer);
    expect(again).toEqual(created.map(({ id }) => ({ id, outcome: 'unchanged' })));
    expect(indexer.indexed).toHaveLength(2);

    const changed = [jobs[0], jobToSave(organization, { sourceKey: 'two', title: 'Van driver' })].filter(
      (job) => !!job,
    );
    const updated = await saveJobs(test.database, 'default', changed, indexer);
    expect(updated.map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated']);
    expect(updated[1]?.id).toBe(created[1]?.id);
    expect(indexer.indexed.slice(2)).toEqual([created[1]?.id]);
  });

  it('keeps sites apart, and uses the last of two equal keys', async () => {
    const other = await createOrganization(test.database, 'charity-ca');
    const jobs = [jobToSave(other, { title: 'First' }), jobToSave(other, { title: 'Last' })];
    const saved = await saveJobs(test.database, 'charity-ca', jobs, recordingIndexer());
    expect(saved.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    const { rows } = await sql`select title from job where site = 'charity-ca'`.execute(test.database);
    expect(rows).toEqual([{ title: 'Last' }]);
  });

  it('stores texts that PostgreSQL would refuse', async () => {
    const job = jobToSave(organization, { sourceKey: 'odd', title: 'A\0B \ud83d C \\u0000 😀', skills: ['x\0'] });
    const [saved] = await saveJobs(test.database, 'default', [job], recordingIndexer());
    const { rows } = await sql`select title, skills from job where id = ${saved?.id}`.execute(test.database);
    expect(rows).toEqual([{ title: 'AB  C \\u0000 😀', skills: ['x'] }]);
  });

  it('archives expired jobs, once', async () => {
    const indexer = recordingIndexer();
    const now = new Date('2026-12-01T00:00:00Z');
    const due = jobToSave(organization, { sourceKey: 'due', expiresAt: now });
    const later = jobToSave(organization, { sourceKey: 'later', expiresAt: new Date('2026-12-01T00:00:01Z') });
    const [saved] = await saveJobs(test.database, 'default', [due, later], indexer);
    const swept = await Promise.all([1, 2, 3].map(() => expireJobs(test.database, indexer, now)));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(indexer.removed).toEqual([saved?.id]);
    const { rows } = await sql`select state from job where source_key in ('due', 'later') order by source_key`.execute(
      test.database,
    );
    expect(rows).toEqual([{ state: 'archived' }, { state: 'published' }]);
  });
});
