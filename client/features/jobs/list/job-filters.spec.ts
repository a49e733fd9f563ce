import type { PageRequest } from '#contract/pages/page-request.js';
import { jobFilters } from './find-jobs';

const NOW = new Date('2026-11-25T12:00:00Z');
const UNKNOWN = [{ message: 'Cannot query field "jobListFilters" on type "Query".' }];

function visit(answer: unknown) {
  const requests: string[] = [];
  const graphql = (query: string) => {
    requests.push(query);
    return Promise.resolve(answer);
  };
  const site = {};
  const at = (now: Date) => ({ site, now, graphql }) as unknown as PageRequest;
  return { ask: (seconds: number) => jobFilters(at(new Date(NOW.getTime() + seconds * 1000))), requests };
}

describe('[SEARCH-09] filters that a backend supports', () => {
  it('are requested once a minute', async () => {
    const { ask, requests } = visit({ ok: true, data: { jobListFilters: ['pay', 'published'] } });
    expect([await ask(0), await ask(59)]).toEqual([
      ['pay', 'published'],
      ['pay', 'published'],
    ]);
    expect(requests).toHaveLength(1);
    await ask(60);
    expect(requests).toHaveLength(2);
  });

  it('are empty if the backend does not know the query', async () => {
    const { ask, requests } = visit({ ok: false, failure: { kind: 'refused', message: '', errors: UNKNOWN } });
    expect([await ask(0), await ask(1)]).toEqual([[], []]);
    expect(requests).toHaveLength(1);
  });

  it('are requested again after a failure', async () => {
    const { ask, requests } = visit({ ok: false, failure: { kind: 'timeout', message: '' } });
    expect([await ask(0), await ask(1)]).toEqual([[], []]);
    expect(requests).toHaveLength(2);
  });
});
