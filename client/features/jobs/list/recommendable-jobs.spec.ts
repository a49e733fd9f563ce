import { type JobSearchResult, recommendableJobs } from './search-view';

type Job = JobSearchResult['documents'][number];

function resultOf(...jobs: [id: string, employer: string, incomplete?: boolean][]): JobSearchResult {
  const documents = jobs.map(([id, employer, incomplete = false]) => ({
    id,
    incomplete,
    organization: { id: employer, name: employer },
  }));
  return { documents: documents as unknown as Job[] } as JobSearchResult;
}

const ids = (result: JobSearchResult) => result.documents.map(({ id }) => id);

describe('jobs that a page recommends', () => {
  it('are the first ones of each employer, in their order', () => {
    const result = resultOf(['1', 'a'], ['2', 'a'], ['3', 'b'], ['4', 'a'], ['5', 'c'], ['6', 'd']);
    expect(ids(recommendableJobs(result, 3))).toEqual(['1', '3', '5']);
  });

  it('have an employer’s name and a way to apply', () => {
    const result = resultOf(['1', 'a', true], ['2', 'a'], ['3', 'unnamed', true]);
    expect(ids(recommendableJobs(result, 3))).toEqual(['2']);
  });
});
