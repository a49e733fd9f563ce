import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { PRODUCTS, results, type SiteName, SiteUnderTest } from '../../support/data/site.js';

const MOVED = 301;
const everywhere = (url: string) =>
  (['default', 'charity-ca', 'uk', 'europe'] as const).map((name) => ({ name, site: new SiteUnderTest(url, name) }));
const homeOf = (name: SiteName) => (name === 'europe' ? '/en' : '');

describe.each(PRODUCTS)('routes of all sites, %s', (_name, url) => {
  const uk = new SiteUnderTest(url, 'uk');
  const europe = new SiteUnderTest(url, 'europe');
  const site = new SiteUnderTest(url);

  const leadsTo = async (from: SiteUnderTest, path: string): Promise<[number, string | undefined]> => {
    const { status, headers } = await from.get(path);
    return [status, (headers as Record<string, string | undefined>).location];
  };

  it.each([
    ['/app/accounts/login', '/user/login'],
    ['/app/e/login', '/user/login'],
    ['/app/accounts/signup', '/user/register/applicant'],
    ['/app/e/signup', '/user/register/recruiter'],
    ['/search', '/jobs'],
    ['/company', '/organizations'],
    ['/country/ca', '/jobs/canada'],
  ])('[ROUTE-01] %s leads to %s for good, on every site', async (from, to) => {
    for (const { name, site: each } of everywhere(url)) {
      expect(await leadsTo(each, from)).toEqual([MOVED, homeOf(name) + to]);
      expect(await leadsTo(each, `${from}?utm_source=a&b=%26`)).toEqual([
        MOVED,
        `${homeOf(name)}${to}?utm_source=a&b=%26`,
      ]);
    }
    expect(await leadsTo(europe, `/fr${from}`)).toEqual([MOVED, `/fr${to}`.replace('/fr/jobs', '/fr/emploi')]);
  });

  it('[ROUTE-01] a page number in the path becomes a parameter, and overrides another one', async () => {
    expect(await leadsTo(site, '/jobs/page/3')).toEqual([MOVED, '/jobs?page=3']);
    expect(await leadsTo(site, '/jobs/page/3?page=9&search=cook')).toEqual([MOVED, '/jobs?page=3&search=cook']);
    expect((await site.page('/jobs?page=2&page=3')).$('link[rel="canonical"]').attr('href')).toMatch(/\?page=2$/);
  });

  it('[ROUTE-01] the old address for Canada shows jobs in Canada', async () => {
    const page = await new SiteUnderTest(url, 'charity-ca').page('/jobs/canada');
    expect(page.status).toBe(200);
    expect(results(page).total).toBeGreaterThan(100);
  });

  it('[ROUTE-01] addresses of countries show their jobs, also where a former code has the same name', async () => {
    for (const [path, code] of [
      ['/jobs/united-kingdom', 'GB'],
      ['/jobs/france', 'FR'],
    ] as const) {
      const { total } = results(await site.page(path));
      expect(total).toBeGreaterThan(0);
      expect(total).toBe(results(await site.page(`/jobs?country=${code}`)).total);
    }
  });

  it('[ROUTE-03] addresses of jobs and organizations are written in lower case', async () => {
    expect(await leadsTo(uk, '/JOBS?Search=X')).toEqual([MOVED, '/jobs?Search=X']);
    expect(await leadsTo(uk, '/Organization/7/Food-Bank')).toEqual([MOVED, '/organization/7/food-bank']);
    expect(await leadsTo(europe, '/FR/Emploi/Full-Time')).toEqual([MOVED, '/fr/emploi/full-time']);
  });

  it('[ROUTE-04] the router redirects to the requested page, and is never visible', async () => {
    expect(await leadsTo(site, '/router?router=/privacy-policy&utm=x')).toEqual([MOVED, '/privacy-policy?utm=x']);
    expect(await leadsTo(site, '/router?router=%2Fjobs%3Fpage%3D2&page=5')).toEqual([MOVED, '/jobs?page=2']);
    expect(await leadsTo(europe, '/de/router?router=/contact')).toEqual([MOVED, '/de/kontakt']);
    expect(await leadsTo(site, '/jobs?search=cook&router=/x')).toEqual([MOVED, '/jobs?search=cook']);
    expect(await leadsTo(site, '/jobs?search=cook&router=/x')).toEqual([MOVED, '/jobs?search=cook']);
  });

  it('[ROUTE-04] a path outside the list of direct paths is resolved by the router in one request', async () => {
    const { status, headers } = await site.get('/privacy-policy');
    expect([status, headers.location]).toEqual([200, undefined]);
    const [moved, way] = await leadsTo(site, '/router?router=/privacy-policy');
    expect([moved, way]).toEqual([MOVED, '/privacy-policy']);
    expect((await site.page('/privacy-policy')).$.html()).not.toMatch(/[?&]router=/);
    // The router does not know the first path, and paths below a direct one are not sent to it.
    for (const path of ['/no-such-landing-page', '/checkout/no-such-page'])
      expect((await site.get(path)).status).toBe(404);
  });

  it.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/router?router=/jobs',
    '/router',
    '',
  ])('[ROUTE-04] the router does not lead to %j', async (target) => {
    const { status, headers } = await site.get(`/router?router=${encodeURIComponent(target)}`);
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  it.each([
    '//evil.example/JOBS',
    '/en//evil.example',
    '/EN//evil.example/%2e%2e',
    '/de///evil.example',
    '/%5Cevil.example',
  ])('[ROUTE-04] %s leads to no other site', async (path) => {
    for (const { site: each } of everywhere(url)) {
      const { headers } = await each.get(path);
      if (headers.location) expect(new URL(headers.location, 'http://own.example').host).toBe('own.example');
    }
  });

  it('[ROUTE-08] paths are translated: links use the translated ones, others redirect to them', async () => {
    const names: [SiteUnderTest, string, string][] = [
      [uk, '/resumes', '/cvs'],
      [uk, '/resume/wizard/import', '/cv/wizard/import'],
      [europe, '/de/resumes', '/de/bewerbersuche'],
      [europe, '/de/resume/personal-info', '/de/lebenslauf/personal-info'],
      [europe, '/de/organizations', '/de/arbeitgeber-suchen'],
      [europe, '/de/contact', '/de/kontakt'],
      [europe, '/fr/jobs', '/fr/emploi'],
    ];
    for (const [each, path, name] of names) expect(await leadsTo(each, `${path}?a=b`)).toEqual([MOVED, `${name}?a=b`]);
    const french = await europe.page('/fr/emploi');
    expect(french.status).toBe(200);
    expect(french.$('html').attr('lang')).toBe('fr');
    expect(french.$('a[href^="/fr/jobs"], a[href^="/jobs"], form[action="/fr/jobs"]').length).toBe(0);
    expect(french.$('form[action="/fr/emploi"]').length).toBeGreaterThan(0);
    expect(french.$('[data-region="results"] a[href^="/fr/job/"]').length).toBeGreaterThan(0);
  });

  it('[ROUTE-08] a path in another language redirects to the page in the language of the prefix', async () => {
    expect(await leadsTo(europe, '/de/emploi/full-time')).toEqual([MOVED, '/de/jobs/full-time']);
    expect(await leadsTo(europe, '/fr/arbeitgeber-suchen')).toEqual([MOVED, '/fr/organizations']);
    expect(await leadsTo(europe, '/emploi')).toEqual([MOVED, '/fr/emploi']);
    expect((await uk.get('/bewerbersuche')).status).toBe(404);
    expect((await europe.get('/de/cvs')).status).toBe(404);
  });

  it('[ROUTE-08] pages name their alternates, which exist and name each other', async () => {
    const alternates = async (path: string): Promise<Record<string, string>> => {
      const page = await europe.page(path);
      const links = page.$('link[rel="alternate"][hreflang]').toArray();
      return Object.fromEntries(
        links.map((link): [string, string] => [page.$(link).attr('hreflang')!, page.$(link).attr('href')!]),
      );
    };
    const found = await alternates('/de/jobs/full-time?page=2');
    expect(found).toEqual({
      en: 'http://europe.localhost/en/jobs/full-time?page=2',
      de: 'http://europe.localhost/de/jobs/full-time?page=2',
      fr: 'http://europe.localhost/fr/emploi/full-time?page=2',
      'x-default': 'http://europe.localhost/en/jobs/full-time?page=2',
    });
    for (const address of Object.values(found)) {
      const { pathname, search } = new URL(address);
      expect(await alternates(pathname + search)).toEqual(found);
    }
    expect(Object.keys(await alternates('/fr'))).toEqual(['en', 'de', 'fr', 'x-default']);
    expect(await alternates('/de/nowhere')).toEqual({});
    expect((await uk.page('/jobs')).$('link[hreflang]').length).toBe(0);
  });

  it.each([
    ['a job', 'jobs'],
    ['the page of an organization', 'organizations'],
  ])('[ROUTE-08] %s is written in one language: it has one address, and no alternates', async (_what, type) => {
    for (const language of ['en', 'de', 'fr']) {
      const listed = (await europe.get(`/${language}/${type}/sitemap.xml`)).text;
      const address = /<loc>([^<]+)/.exec(listed)![1]!;
      for (const locale of ['en', 'de', 'fr']) {
        const page = await europe.page(new URL(address).pathname.replace(/^\/\w+/, `/${locale}`));
        expect([page.status, page.$('html').attr('lang')]).toEqual([200, locale]);
        expect(page.$('link[rel="canonical"]').attr('href')).toBe(address);
        expect(page.$('meta[property="og:url"]').attr('content')).toBe(address);
        expect(page.$('link[rel="alternate"][hreflang]').length).toBe(0);
        // The page around the text is available in the other languages all the same.
        expect(page.$('header a[hreflang]').length).toBe(3);
      }
    }
  });

  it('[ROUTE-06] the canonical address has the locale, also if the backend provides it', async () => {
    for (const each of ['/de/jobs', '/fr/emploi', '/de/privacy-policy']) {
      const canonical = (await europe.page(each)).$('link[rel="canonical"]').attr('href');
      expect(canonical).toBe(`http://europe.localhost${each}`);
    }
  });

  it('[ROUTE-09] only a site with several locales has them in its paths', async () => {
    expect(await leadsTo(europe, '/jobs?search=x')).toEqual([MOVED, '/en/jobs?search=x']);
    expect(await leadsTo(uk, '/en-gb/jobs')).toEqual([MOVED, '/jobs']);
    for (const path of ['/es/jobs', '/es', '/en-gb/jobs', '/xx'])
      expect({ path, status: (await europe.page(path)).status }).toEqual({ path, status: 404 });
    expect((await uk.page('/de/jobs')).status).toBe(404);
  });

  it('[ROUTE-09] the home page without a locale redirects temporarily to the locale that the browser prefers', async () => {
    const ask = (languages: string) => europe.get('/?utm=x').set('Accept-Language', languages);
    const french = await ask('fr-CA,fr;q=0.9,en;q=0.5');
    expect([french.status, french.headers.location]).toEqual([302, '/fr?utm=x']);
    expect(french.headers['cache-control']).toContain('no-store');
    expect((await ask('es')).headers.location).toBe('/en?utm=x');
  });

  it('[ROUTE-08] the language switch keeps the page', async () => {
    const page = await europe.page('/fr/emploi/full-time?search=nurse');
    const links = page.$('header a[hreflang]').toArray();
    expect(links.map((link) => page.$(link).attr('href'))).toEqual([
      '/en/jobs/full-time?search=nurse',
      '/de/jobs/full-time?search=nurse',
      '/fr/emploi/full-time?search=nurse',
    ]);
    expect(page.$('header a[hreflang][aria-current]').attr('hreflang')).toBe('fr');
  });

  it('[ROUTE-10] the menu marks the page in every language', async () => {
    const page = await europe.page('/fr/emploi/full-time');
    const current = page.$('header nav a[aria-current]:not([hreflang])').toArray();
    expect([...new Set(current.map((link) => page.$(link).attr('href')))]).toEqual(['/fr/emploi']);
  });

  it('[ROUTE-17] robots.txt, icon, manifest and a not-found page on every site', async () => {
    for (const { name, site: each } of everywhere(url)) {
      const robots = (await each.get('/robots.txt')).text;
      expect(robots).toContain(`Disallow: ${homeOf(name)}/dashboard\n`);
      const manifest = (await each.get('/manifest.webmanifest')).body as { lang: string; icons: { src: string }[] };
      expect((await each.get(manifest.icons[0]!.src)).status).toBe(200);
      const lost = await each.page(`${homeOf(name)}/nowhere/at/all`);
      expect(lost.status).toBe(404);
      expect(lost.$('main form input[name="search"]').length).toBe(1);
      expect(lost.$(`main section a[href^="${homeOf(name)}/jobs"]`).length).toBeGreaterThan(3);
    }
    expect((await site.page('/404')).status).toBe(404);
    expect((await site.page('/user/nothing')).status).toBe(404);
  });

  it('answers ten thousand parameters, and as many as an address may have', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index % 7}=${index}`).join('&');
    expect([400, 414, 431]).toContain((await site.get(`/jobs?${many(10_000)}`)).status);
    expect((await site.get(`/jobs?${many(900)}`)).status).toBe(200);
    expect((await europe.get(`/jobs?${many(900)}`)).status).toBe(MOVED);
  });
});

describe('a backend that redirects', () => {
  let backend: FickleBackend;
  let product: RunningProduct;
  const redirect = (target: string, code = 301) => ({ __typename: 'RedirectResponse', code, target });

  beforeAll(async () => {
    backend = await FickleBackend.start(process.env.TEST_BACKEND!);
    backend.routes = {
      '/itself': redirect('/itself'),
      '/itself-with-more': redirect('/itself-with-more?x=1'),
      '/round-a': redirect('/round-b'),
      '/round-b': redirect('/ROUND-C'),
      '/ROUND-C': redirect('/round-a', 302),
      '/chain-a': redirect('/chain-b?one=1'),
      '/chain-b': redirect('/privacy-policy?two=2', 302),
      '/away': redirect('https://evil.example/'),
      '/away-too': redirect('//evil.example'),
      '/away-as-well': redirect('/\\evil.example'),
      '/script': redirect('javascript:alert(1)'),
      '/own-host': redirect('http://localhost/jobs?a=b'),
      '/to-search': redirect('/search'),
      '/odd-code': redirect('/jobs', 200),
    };
    for (let step = 0; step < 20; step += 1) backend.routes[`/long-${step}`] = redirect(`/long-${step + 1}`);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
  });

  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it.each([
    ['/itself', 508],
    ['/itself-with-more', 508],
    ['/round-a', 508],
    ['/long-0', 508],
    ['/away', 502],
    ['/away-too', 502],
    ['/away-as-well', 502],
    ['/script', 502],
  ])('[ROUTE-05] is stopped at %s with a page that says so', async (path, status) => {
    const page = await new SiteUnderTest(product.url).page(path);
    expect([page.status, page.headers.location]).toEqual([status, undefined]);
    expect(page.texts('main h1')).toEqual(['This address leads nowhere']);
    expect(page.$('main form input[name="search"]').length).toBe(1);
  });

  it.each([
    ['/chain-a?one=9&three=3', 302, '/privacy-policy?two=2&one=9&three=3'],
    ['/own-host?c=d', 301, '/jobs?a=b&c=d'],
    ['/to-search', 301, '/search'],
    ['/odd-code', 302, '/jobs'],
  ])('[ROUTE-05] %s leads on at once', async (path, status, target) => {
    const { status: given, headers } = await new SiteUnderTest(product.url).get(path);
    expect([given, headers.location]).toEqual([status, target]);
  });

  it('[ROUTE-18] is told in every call that the visual editor is active', async () => {
    const told = async (value: string) => {
      const id = `the-visual-editor-${value}`;
      await new SiteUnderTest(product.url).get(`/privacy-policy?visual_editor=${value}`).set('X-Request-Id', id);
      const sent = backend.requests.filter(({ headers }) => headers['x-request-id'] === id);
      return new Set(sent.map(({ headers }) => headers['x-causeboard-visual-editor'] === 'true'));
    };
    expect(await told('true')).toEqual(new Set([true]));
    expect(await told('1')).toEqual(new Set([false]));
  });

  it('[ROUTE-18] sends the visual editor menus that nobody else gets', async () => {
    const other = new SiteUnderTest(product.url);
    const menu = { items: [{ title: 'Draft policy', url: { path: '/draft' }, class: '', target: '_self' }] };
    backend.answers = { MiniPolicy: { data: { menu } } };
    const edited = await other.page('/privacy-policy?visual_editor=true');
    backend.answers = {};
    expect(edited.texts('footer a')).toContain('Draft policy');
    expect((await other.page('/contact')).texts('footer a')).not.toContain('Draft policy');
  });
});
