import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

describe.each(PRODUCTS)('bad input, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it.each([
    '/jobs?page=0',
    '/jobs?page=-1',
    '/jobs?page=abc',
    '/jobs?page=1e9',
    '/jobs?page=999999999999999999999',
    '/jobs?radius=999&geo_location=London',
    '/jobs?radius=-5&lat=51.5&lon=-0.1',
    '/jobs?industry=abc&nonsense=1&industry=999999999999999999',
    '/jobs?company=99999999999999999999',
    '/jobs?lat=51.5',
    '/jobs?lat=999&lon=999',
    '/jobs?lat=NaN&lon=Infinity',
    '/jobs?locale=xx',
    '/jobs?search=%22%22%22%22',
    '/jobs?search=!!!%3F%3F%3F---***',
    '/jobs?search=-',
    "/jobs?search='%3B%20DROP%20TABLE%20job%3B--",
    '/jobs?search=a%00b',
    '/jobs?search=%26%20%7C%20!%20(%20%3A*',
    '/jobs?geo_location=%F0%9F%8F%9D',
    '/jobs?jobId=abc',
    '/jobs?sorting=worst',
    '/jobs?title=%25%25%25',
    '/jobs?search[]=x&search[a]=b',
  ])('%s is a sensible page', async (path) => {
    const page = await site.page(path);
    expect(page.status).toBe(200);
    expect(page.$('main h1').length).toBe(1);
  });

  it.each([
    ['/%E0%A4%A', 400],
    ['/jobs/%00', 400],
    ['/job/1%2F2/x', 404],
    ['/organization/%3Cscript%3E', 404],
    ['/..%2f..%2fetc/passwd', 404],
    ['//evil.example/', 404],
    ['/site-assets/..%2F..%2Fpackage.json/x', 404],
  ])('%s is a clear refusal with %d', async (path, status) => {
    const page = await site.page(path);
    expect(page.status).toBe(status);
    expect(page.html).not.toMatch(/at \w+ \(|node_modules|stack/);
  });

  it('long input is answered at once, or refused as too long', async () => {
    expect((await site.page(`/jobs?search=${'a'.repeat(7000)}`)).status).toBe(200);
    expect((await site.page(`/jobs?search=${encodeURIComponent('" - * '.repeat(200))}`)).status).toBe(200);
    expect((await site.page(`/jobs?search=${'b'.repeat(16_000)}`)).status).toBe(414);
    expect((await site.page(`/jobs/${'c'.repeat(3000)}`)).status).toBe(404);
  });

  it('/graphql refuses everything but known operations from its own site, with a reason', async () => {
    const post = (body: string | object, headers: Record<string, string> = {}) =>
      site
        .post('/graphql')
        .set({ 'Content-Type': 'application/json', ...headers })
        .send(body);
    expect((await post('{')).status).toBe(400);
    expect((await post('"x"')).status).toBeLessThan(500);
    expect((await post({ operationName: 'Stranger', query: '{ __schema { types { name } } }' })).body).toMatchObject({
      errors: [{ message: '"Stranger" is not an operation of this site.' }],
    });
    expect((await post({ operationName: 'FacetTerms' }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await post({ operationName: 'SearchJobs', variables: { range: { first: -1, last: 1e9 }, withBand: false } }))
        .body,
    ).toMatchObject({ errors: expect.any(Array) as unknown });
    expect((await site.post('/graphql').set('Content-Type', 'text/plain').send('{}')).status).toBe(415);
    expect((await post(JSON.stringify({ operationName: 'x'.repeat(1_100_000) }))).status).toBe(413);
    expect((await site.get('/graphql')).status).toBe(405);
  });
});
