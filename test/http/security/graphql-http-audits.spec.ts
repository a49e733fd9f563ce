import { auditServer } from 'graphql-http';

/** The audits of the GraphQL-over-HTTP specification, as graphql-http publishes them. */
const backend = `${process.env.TEST_BACKEND!}/graphql`;

describe('GraphQL over HTTP, the endpoint of the backend', () => {
  it('[GQL-04] follows all that the specification demands and recommends', async () => {
    const results = await auditServer({
      url: backend,
      // Nothing is answered to a frontend that does not say for which site it asks.
      fetchFn: (url: string, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('x-causeboard-frontend', 'default; locale=en-CA');
        return fetch(url, { ...init, headers });
      },
    });
    const bound = results.filter(({ name }) => /^(MUST|SHOULD)/.test(name));
    expect(bound.length).toBeGreaterThan(30);
    const broken = bound.filter(({ status }) => status !== 'ok');
    expect(
      broken.map(({ id, name, ...result }) => ({ id, name, reason: 'reason' in result && result.reason })),
    ).toEqual([]);
  });

  it('[GQL-04] answers with neither of its types to who takes no other', async () => {
    const answer = await fetch(backend, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/html' },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(answer.status).toBe(406);
  });
});
