import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import { findVisibleJob, type StoredJob, saveJobs } from './job.repository.js';
import { findSimilarJobs } from './similar-jobs.js';

const OCCUPATION = 301;
const OTHERS = 150;
const EMPLOYERS = 30;

let test: TestDatabase;
let job: StoredJob;
/** Ids of the other jobs, the newest last, a few of each employer. */
let others: number[];

beforeAll(async () => {
  test = await createTestDatabase();
  const employers: string[] = [];
  for (let each = 0; each < EMPLOYERS; each += 1)
    employers.push(await createOrganization(test.database, 'default', `Employer ${each}`));
  const jobs = Array.from({ length: OTHERS + 1 }, (_, number) =>
    jobToSave(employers[number % EMPLOYERS]!, {
      sourceKey: String(number),
      occupationTids: [OCCUPATION],
      publishedAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
    }),
  );
  const [first, ...rest] = await saveJobs(test.database, 'default', jobs, recordingIndexer());
  job = (await findVisibleJob(test.database, 'default', first!.id))!;
  others = rest.map(({ id }) => Number(id));
});
afterAll(() => test.close());

/** Mock of the similarity service: returns known similarities, and records the requested jobs. */
function similarity(known: ReadonlyMap<number, number>): { asked: number[]; port: Pick<JobSimilarity, 'toJob'> } {
  const asked: number[] = [];
  return {
    asked,
    port: {
      toJob(_job, candidates) {
        asked.push(...candidates);
        return Promise.resolve(known);
      },
    },
  };
}

describe('similar jobs', () => {
  it('are sorted by meaning before date, without those of other meaning', async () => {
    const [near, nearer, far] = [others.at(-1)!, others.at(-2)!, others.at(-3)!];
    const known = new Map([
      [near, 0.5],
      [nearer, 0.9],
      [far, 0.1],
    ]);
    expect(await findSimilarJobs(test.database, similarity(known).port, job, 4)).toEqual([nearer, near]);
  });

  it('contain one of each employer', async () => {
    const [best, ofSameEmployer, other] = [others.at(-1)!, others.at(-1 - EMPLOYERS)!, others.at(-2)!];
    const known = new Map([
      [best, 0.9],
      [ofSameEmployer, 0.8],
      [other, 0.7],
    ]);
    expect(await findSimilarJobs(test.database, similarity(known).port, job, 4)).toEqual([best, other]);
  });

  it('are the newest of different employers if no meaning is known', async () => {
    const newest = others.slice(-4).reverse();
    expect(await findSimilarJobs(test.database, similarity(new Map()).port, job, 4)).toEqual(newest);
  });

  it('are the newest of all employers if meaning is switched off', async () => {
    const newest = others.slice(-EMPLOYERS - 2).reverse();
    expect(await findSimilarJobs(test.database, undefined, job, EMPLOYERS + 2)).toEqual(newest);
  });

  it('are found by meaning alone if a job has no occupation and no cause', async () => {
    const unclassified = { ...job, occupation_tids: [], industry_tids: [] };
    const near = others.at(-3)!;
    const found = (port: Pick<JobSimilarity, 'toJob'> | undefined) =>
      findSimilarJobs(test.database, port, unclassified, 4);
    expect(await found(similarity(new Map([[near, 0.9]])).port)).toEqual([near]);
    expect(await found(similarity(new Map()).port)).toEqual([]);
    expect(await found(undefined)).toEqual([]);
  });

  it('are chosen among a hundred candidates, however many there are', async () => {
    const { asked, port } = similarity(new Map());
    await findSimilarJobs(test.database, port, job, 4);
    expect(asked).toHaveLength(100);
    expect(asked).not.toContain(job.id);
  });
});
