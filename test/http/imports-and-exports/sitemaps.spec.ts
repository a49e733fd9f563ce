import type { Response } from 'supertest';
import { HOSTS } from '../../support/products.mjs';
import { PRODUCTS, results, SiteUnderTest, type SiteName } from '../../support/data/site.js';
import { crawlSitemaps, readSitemap, sitemapErrors } from '../../support/data/sitemaps.js';

const SITES = Object.keys(HOSTS) as SiteName[];
const origin = (site: SiteName) => `http://${HOSTS[site]}`;

describe.each(PRODUCTS)('sitemaps, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const europe = new SiteUnderTest(url, 'europe');

  it.each(SITES)('[ROUTE-11] of %s: all files are valid, and list every job and page once', async (name) => {
    const own = new SiteUnderTest(url, name);
    const prefix = name === 'europe' ? '/en' : '';
    const total = async () => results(await own.page(`${prefix}/jobs`)).total;
    // Other tests publish and end jobs of the same product meanwhile, so only a crawl between two equal totals can be compared.
    const crawl = async () => {
      const before = await total();
      const files = await crawlSitemaps(own);
      return { files, before, after: await total() };
    };
    let crawled = await crawl();
    while (crawled.before !== crawled.after) crawled = await crawl();
    const { files } = crawled;
    const all = [...files.values()].flat();
    const addresses = all.map(({ loc }) => loc);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { loc, alternates } of all)
      for (const address of [loc, ...Object.values(alternates)])
        expect(address === origin(name) || address.startsWith(`${origin(name)}/`)).toBe(true);
    const jobs = all.filter(({ loc }) => /\/job\/\d/.test(loc));
    expect(jobs.length).toBe(crawled.before);
    expect(all.filter(({ loc }) => /\/organization\/\d/.test(loc)).length).toBeGreaterThan(10);
    for (const { lastmod } of jobs) expect(Date.parse(lastmod!)).toBeLessThanOrEqual(Date.now());
    // Every kind of page exists at exactly the listed address.
    const kinds = new Map(all.map((entry) => [entry.loc.replace(/\d.*/, ''), entry.loc]));
    for (const address of kinds.values()) {
      const page = await own.page(address.slice(origin(name).length) || '/');
      expect([address, page.status, page.$('link[rel="canonical"]').attr('href')?.replace(/\/$/, '')]).toEqual([
        address,
        200,
        address.replace(/\/$/, ''),
      ]);
    }
  });

  it('[ROUTE-11] [ROUTE-08] with several languages, each has its own files, localized addresses, and only real translations', async () => {
    const files = await crawlSitemaps(europe);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['/en/pages/sitemap.xml', '/de/jobs/sitemap.xml', '/fr/organizations/sitemap.xml']),
    );
    const pages = files.get('/de/pages/sitemap.xml')!;
    const search = pages.find(({ loc }) => loc === `${origin('europe')}/de/arbeitgeber-suchen`);
    expect(search?.alternates).toEqual({
      en: `${origin('europe')}/en/organizations`,
      de: `${origin('europe')}/de/arbeitgeber-suchen`,
      fr: `${origin('europe')}/fr/organizations`,
      'x-default': `${origin('europe')}/en/organizations`,
    });
    expect(files.get('/fr/pages/sitemap.xml')!.map(({ loc }) => loc)).toContain(`${origin('europe')}/fr/emploi`);
    for (const page of pages) expect(page.loc).toMatch(/^http:\/\/europe\.localhost\/de(\/|$)/);
    // Each page names the same alternates as the sitemap.
    for (const { loc, alternates } of pages) {
      const shown = await europe.page(loc.slice(origin('europe').length));
      const links = shown.$('link[rel="alternate"][hreflang]').toArray();
      const named = links.map((link) => [shown.$(link).attr('hreflang')!, shown.$(link).attr('href')!]);
      expect([loc, Object.fromEntries(named)]).toEqual([loc, alternates]);
    }
    // An advert exists in one language only.
    for (const locale of ['en', 'de', 'fr'])
      for (const job of files.get(`/${locale}/jobs/sitemap.xml`)!) {
        expect(job.loc).toMatch(new RegExp(`^http://europe\\.localhost/${locale}/job/\\d+/`));
        expect(job.alternates).toEqual({});
      }
  });

  it('[ROUTE-11] the index of a type names its files', async () => {
    const ofType = await europe.get('/jobs/sitemap.xml');
    expect(await sitemapErrors(ofType.text)).toEqual([]);
    expect(readSitemap(ofType.text).files).toEqual(
      ['en', 'de', 'fr'].map((locale) => `${origin('europe')}/${locale}/jobs/sitemap.xml`),
    );
  });

  it('[ROUTE-11] a client with the current file gets 304; files are compressed on request', async () => {
    const first = await site.get('/jobs/sitemap.xml').set('Accept-Encoding', 'identity');
    expect(first.headers['content-encoding']).toBeUndefined();
    expect(first.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      vary: 'Accept-Encoding',
    });
    const { etag, again } = await site.revalidate('/jobs/sitemap.xml');
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    const packed = await site.get('/jobs/sitemap.xml').set('Accept-Encoding', 'gzip');
    expect(packed.headers['content-encoding']).toBe('gzip');
    // Another test may have changed the file before or after this request.
    const last = await site.get('/jobs/sitemap.xml').set('Accept-Encoding', 'identity');
    expect([first.text, last.text]).toContain(packed.text);
    const head = await fetch(`${url}/jobs/sitemap.xml`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  });

  it('[ROUTE-11] people see a page in the theme and language of the site', async () => {
    for (const [path, language, text] of [
      ['/sitemap.xsl', 'en', 'Sitemap of Sinnwerk'],
      ['/de/jobs/sitemap.xsl', 'de', 'Sitemap von Sinnwerk'],
      ['/fr/pages/sitemap.xsl', 'fr', 'Plan du site Sinnwerk'],
    ]) {
      const answer = await europe.get(path!).buffer(true).parse(asText);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xsl; charset=utf-8']);
      expect(answer.body).toContain(`<html lang="${language}">`);
      expect(answer.body).toContain(text);
      // A strict security policy does not block anything in it.
      expect(answer.body).not.toMatch(/<script|<style|\son\w+=|\sstyle=/);
    }
    expect((await europe.get('/de/jobs/sitemap.xml')).text).toContain('href="/de/jobs/sitemap.xsl"');
    expect((await site.get('/jobs/sitemap.xml')).text).toContain('href="/sitemap.xsl"');
    const style = await site.get('/sitemap/style.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(style.text).toContain('--accent:');
    expect(style.text).not.toBe((await europe.get('/sitemap/style.css')).text);
  });

  it.each([
    '/nothing/sitemap.xml',
    '/en/jobs/sitemap.xml',
    '/xx/jobs/sitemap.xml',
    '/en/nothing/sitemap.xsl',
    '/user/sitemap.xml',
    '/sitemap/nothing',
    '/sitemap/jobs/0.xml',
    '/sitemap/jobs/99999999.xml',
    '/sitemap/jobs/999999999999999999999.xml',
    '/sitemap/../graphql',
    '/sitemap/%2e%2e/version',
    '/sitemap/%00',
    '/a"><script>/sitemap.xml',
  ])('[ROUTE-11] %s does not exist, and the page says so', async (path) => {
    const answer = await site.get(path);
    expect([path, answer.status, answer.headers['content-type']]).toEqual([
      path,
      404,
      expect.stringMatching(/^text\//),
    ]);
    expect(answer.text).not.toContain('<script>');
  });

  it('[ROUTE-11] addresses have the requested host, but never an invented one', async () => {
    const answer = await site.get('/sitemap.xml').set('Host', 'a&b<c');
    expect([400, 200]).toContain(answer.status);
    expect(answer.text).not.toContain('b<c');
  });

  it.each(SITES)('[ROUTE-17] robots.txt of %s names its sitemap', async (name) => {
    const { text } = await new SiteUnderTest(url, name).get('/robots.txt');
    expect(text).toMatch(new RegExp(`^Sitemap: ${origin(name)}/sitemap\\.xml$`, 'm'));
  });
});

/** supertest does not treat this content type as text. */
function asText(response: Response, done: (error: Error | null, body: string) => void): void {
  let text = '';
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => (text += part));
  stream.on('end', () => done(null, text));
}
