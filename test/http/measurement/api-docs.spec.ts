import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { summary?: string; responses?: object }>>;
}

describe.each(PRODUCTS)('the description of the API, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[TRACK-04] is an OpenAPI document of the relays and all other routes for programs', async () => {
    const answer = await site.get('/api/openapi.json');
    expect([answer.status, answer.type]).toEqual([200, 'application/json']);
    const { openapi, paths } = answer.body as Document;
    expect(openapi).toBe('3.1.0');
    const addresses = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    for (const address of [
      'post /api/gmapi',
      'post /api/conversionapi',
      'get /api/messages/{locale}',
      'get /api/auth/session',
      'post /api/auth/callback/credentials',
      'get /health/ready',
      'get /feeds/{path}',
    ])
      expect(addresses).toContain(address);
    for (const item of Object.values(paths))
      for (const { summary, responses } of Object.values(item)) expect([summary, responses]).not.toContain(undefined);
  });

  it('[TRACK-04] can be read on a page that loads nothing from other servers, under a strict policy', async () => {
    const page = await site.page('/api/docs');
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.not.stringContaining('unsafe'),
    ]);
    const sources = page
      .$('script, link[rel="stylesheet"]')
      .map((_index, element) => page.$(element).attr('src') ?? page.$(element).attr('href'))
      .get();
    expect(sources.length).toBe(3);
    for (const source of sources) expect([source, (await site.get(source)).status]).toEqual([source, 200]);
    expect((await site.get('/api/docs/package.json')).status).toBe(404);
  });
});
