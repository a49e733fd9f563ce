import type { RangeInput } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { newestJobs } from './recommended-jobs';

type Listed = [id: string, employer: string, incomplete?: boolean];

const site = { countries: ['GB'], search: { languages: ['en'], jobsPerPage: 10, defaultRadius: 50 } };

/** @returns the ids of the three newest jobs, and the ranges of the searches for them */
async function newestOf(...jobs: Listed[]): Promise<{ ids: string[]; ranges: RangeInput[] }> {
  const documents = jobs.map(([id, employer, incomplete = false]) => ({
    id,
    incomplete,
    organization: { id: employer, name: employer },
  }));
  const ranges: RangeInput[] = [];
  const graphql = (_document: unknown, { range }: { range: RangeInput }) => {
    ranges.push(range);
    const found = documents.slice(range.first, range.first + range.last);
    return Promise.resolve({ ok: true, data: { searchAPISearch: { result_count: jobs.length, documents: found } } });
  };
  const answer = await newestJobs({ site, graphql } as unknown as PageRequest, 3);
  if (!answer.ok) throw new Error(answer.failure.message);
  return { ids: answer.data.documents.map(({ id }) => id), ranges };
}

const manyOf = (employer: string, count: number): Listed[] =>
  Array.from({ length: count }, (_none, index) => [`${employer}${index}`, employer]);

describe('the newest jobs that a page recommends', () => {
  it('are the first ones of each employer, in their order', async () => {
    const { ids, ranges } = await newestOf(['1', 'a'], ['2', 'a'], ['3', 'b'], ['4', 'a'], ['5', 'c'], ['6', 'd']);
    expect(ids).toEqual(['1', '3', '5']);
    expect(ranges).toEqual([{ first: 0, last: 9 }]);
  });

  it('have an employer’s name and a way to apply', async () => {
    const { ids } = await newestOf(['1', 'a', true], ['2', 'a'], ['3', 'unnamed', true]);
    expect(ids).toEqual(['2']);
  });

  it('are of different employers if one has published many, for example by an import', async () => {
    const { ids, ranges } = await newestOf(...manyOf('a', 50), ['b0', 'b'], ['c0', 'c']);
    expect(ids).toEqual(['a0', 'b0', 'c0']);
    expect(ranges).toEqual([
      { first: 0, last: 9 },
      { first: 9, last: 100 },
    ]);
  });

  it('are several of each employer if there are too few employers', async () => {
    expect((await newestOf(...manyOf('a', 20), ...manyOf('b', 20))).ids).toEqual(['a0', 'b0', 'a1']);
    expect((await newestOf(...manyOf('a', 200))).ids).toEqual(['a0', 'a1', 'a2']);
  });
});
