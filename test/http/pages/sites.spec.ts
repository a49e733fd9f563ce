import { startProduct } from '../../support/products.mjs';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

describe.each(PRODUCTS)('sites, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const canada = new SiteUnderTest(url, 'charity-ca');

  it('[SITE-03] [SITE-06] the Host header chooses the site; an unknown host gets the default one', async () => {
    const [one, two, other] = [
      await site.page('/'),
      await canada.page('/'),
      await site.get('/').set('Host', 'elsewhere.example'),
    ];
    expect(one.$('title').text()).toContain('Causeboard');
    expect(two.$('title').text()).toContain('Good Work Canada');
    expect(two.$('html').attr('lang')).toBe('en-CA');
    expect(other.text).toContain('<title>Causeboard');
  });

  it('[SITE-05] the theme is in the page as custom properties; otherwise the pages are the same', async () => {
    const [one, two] = [await site.page('/jobs'), await canada.page('/jobs')];
    const accent = (css: string) => /--accent:(#\w{6})/.exec(css)?.[1];
    const [ours, theirs] = [accent(one.$('head style').text()), accent(two.$('head style').text())];
    expect(ours).toMatch(/^#/);
    expect(theirs).toMatch(/^#/);
    expect(ours).not.toBe(theirs);
    const styles = (page: typeof one) =>
      page
        .$('link[rel="stylesheet"]')
        .map((_i, link) => page.$(link).attr('href'))
        .get();
    expect(styles(one)).toEqual(styles(two));
    for (const href of styles(one)) {
      const css = (await site.get(href)).text;
      expect(css).not.toContain(ours);
      expect(css).not.toContain(theirs);
    }
  });

  it('[SITE-02] pages receive the public part of a site and nothing else of its configuration', async () => {
    const { html } = await canada.page('/jobs');
    expect(html).toContain('"title":"Good Work Canada"');
    expect(html).not.toMatch(/"demo"|AUTH_SECRET|a-secret-that-only-the-tests-know/);
  });

  it('[I18N-03] money is shown in the format and currency of the site', async () => {
    expect((await canada.page('/jobs')).html).toMatch(/\$\d\d,\d{3}–\d/);
  });

  it('[I18N-01] messages of a locale are JSON; an unknown locale falls back to the site’s first one', async () => {
    const europe = new SiteUnderTest(url, 'europe');
    const messages = async (locale: string) => {
      const response = await europe.get(`/api/messages/${locale}`);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      return response.body as Record<string, string>;
    };
    expect((await messages('de'))['home.promise']).toBe('Arbeit mit Sinn, über Grenzen hinweg.');
    expect(await messages('de-AT')).toEqual(await messages('de'));
    expect(Object.keys(await messages('de')).filter((key) => /^(errors|mail)\./.test(key))).toEqual([]);
    for (const unknown of ['xx', 'zz-ZZ', '__proto__', '%00', 'x'.repeat(500)])
      expect(await messages(unknown)).toEqual(await messages('en'));
  });

  it('[I18N-03] [SITE-03] dates, numbers and money are written as is usual in the country', async () => {
    const texts = async (site: SiteUnderTest, path: string) => (await site.page(path)).texts('main').join(' ');
    const europe = new SiteUnderTest(url, 'europe');
    expect(await texts(europe, '/de/jobs')).toMatch(
      /\d{2}\.\d{3}–\d{2}\.\d{3}\s€ pro Jahr|\d{2}\.\d{3}–\d{2}\.\d{3}\s€/,
    );
    expect(await texts(europe, '/fr/emploi')).toMatch(/\d{2}\s\d{3}–\d{2}\s\d{3}\s€/);
    expect(await texts(new SiteUnderTest(url, 'uk'), '/jobs')).toMatch(/£\d\d,\d{3}–\d{2},\d{3} a year/);
    expect(await texts(europe, '/de/jobs?search=leitung')).toMatch(/\([mw]\/[mw]\/d\)/);
    expect(await texts(europe, '/fr/emploi?geo_location=Paris&radius=25')).toContain('H/F');
  });

  it('[SITE-09] the logo links to the home page', async () => {
    const page = await site.page('/jobs');
    expect(page.$('header a[href="/"]').length).toBeGreaterThan(0);
    expect((await new SiteUnderTest(url, 'europe').page('/fr/emploi')).$('header a[href="/fr"]').length).toBe(1);
  });

  it('[SITE-09] the logo is no link on the paths that the site configures, exactly or with all below', async () => {
    const brand = async (each: SiteUnderTest, path: string) => {
      const header = (await each.page(path)).$('header').first();
      return [header.find('a[href="/"]').length, header.text().includes('Good Work Canada')];
    };
    expect(await brand(canada, '/jobs')).toEqual([1, true]);
    expect(await brand(canada, '/user/login')).toEqual([1, true]);
    for (const path of ['/user/register', '/user/register/applicant', '/user/register/recruiter'])
      expect(await brand(canada, path)).toEqual([0, true]);
    expect(await brand(site, '/user/register/recruiter')).toEqual([1, false]);
  });

  it('serves fonts, icons and manifest of each site', async () => {
    const page = await canada.page('/');
    const font = page.$('link[rel="preload"][as="font"]').attr('href')!;
    const answer = await canada.get(font);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(((await canada.get('/manifest.webmanifest')).body as { name: string }).name).toBe('Good Work Canada');
    expect((await canada.get('/site-assets/nothing/nothing.svg')).status).toBe(404);
  });
});

describe('start', () => {
  it('[SITE-01] an unknown site stops it and the known ones are listed', async () => {
    await expect(startProduct({ SITE: 'nowhere', DATA_DIR: process.env.TEST_DATA_DIR! })).rejects.toThrow(
      /There is no site "nowhere" in config\/sites; there are: charity-ca, default, europe, uk/,
    );
  });

  it('[SITE-01] SITE chooses the site of every host', async () => {
    const product = await startProduct({ SITE: 'charity-ca', SITES: '', DATA_DIR: process.env.TEST_DATA_DIR! });
    try {
      const page = await new SiteUnderTest(product.url).page('/');
      expect(page.$('title').text()).toContain('Good Work Canada');
      expect(product.output).toContain('Site: charity-ca');
    } finally {
      await product.stop();
    }
  });

  it('[OPS-04] a wrong setting stops it and is named', async () => {
    await expect(startProduct({ RATE_LIMITS: 'maybe' })).rejects.toThrow(/RATE_LIMITS: /);
    await expect(startProduct({ AUTH_SECRET: '' })).rejects.toThrow(/AUTH_SECRET: is needed in production/);
  });
});
