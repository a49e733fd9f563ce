import { auditServer } from 'graphql-http';

/** The audits of the GraphQL-over-HTTP specification, as graphql-http publishes them. */
const backend = `${process.env.TEST_BACKEND!}/graphql`;

describe('GraphQL over HTTP, the endpoint of the backend', () => {
  it('[GQL-04] meets all requirements and recommendations of the specification', async () => {
    const results = await auditServer({
      url: backend,
      // The backend answers only requests that name their site.
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

  it('[GQL-04] answers neither of its content types to clients that accept only others', async () => {
    const answer = await fetch(backend, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/html' },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(answer.status).toBe(406);
  });
});
