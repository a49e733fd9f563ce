import { SaxesParser } from 'saxes';
import { PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';

/** Sites with the path of their home page in one language and the minimum number of articles. */
const SITES: [SiteName, home: string, language: string, least: number][] = [
  ['default', '', 'en', 8],
  ['charity-ca', '', 'en-CA', 8],
  ['uk', '', 'en-GB', 4],
  ['europe', '/de', 'de', 4],
];

function tagsOf(xml: string): Map<string, number> {
  const tags = new Map<string, number>();
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => tags.set(name, (tags.get(name) ?? 0) + 1));
  parser.write(xml).close();
  return tags;
}

describe.each(PRODUCTS)('news, %s', (_name, url) => {
  describe.each(SITES)('of %s', (name, home, language, least) => {
    const site = new SiteUnderTest(url, name);

    it('[PAGE-02] [ROUTE-16] are listed newest first, with pictures, dates and reading times', async () => {
      const page = await site.page(`${home}/blog`);
      expect(page.status).toBe(200);
      expect(page.$('html').attr('lang')).toBe(language);
      const cards = page.$('main ul > li:has(h2 a[href*="/blog/"])');
      expect(cards.length).toBeGreaterThanOrEqual(Math.min(least, 10));
      const dates = cards
        .find('time')
        .map((_index, time) => page.$(time).attr('datetime'))
        .get();
      expect(dates).toEqual([...dates].sort().reverse());
      expect(cards.find('img[src^="/files/"]').length).toBe(cards.length);
      expect(cards.first().text()).toMatch(/\d[- ](minute|Minute)/);
      const list = page.jsonLd('ItemList') as { itemListElement: { url: string }[] };
      expect(list.itemListElement).toHaveLength(cards.length);
      expect(page.jsonLd('BreadcrumbList')).toBeDefined();
      const picture = await site.get(cards.find('img').attr('src')!);
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    });

    it('[PAGE-02] [ROUTE-06] [ROUTE-16] an article has its head, its structured data and related ones', async () => {
      const list = await site.page(`${home}/blog`);
      const path = list.$('main h2 a[href*="/blog/"]').first().attr('href')!;
      const page = await site.page(path);
      expect(page.status).toBe(200);
      const title = page.texts('main h1')[0]!;
      const meta = (property: string) => page.$(`meta[property="${property}"]`).attr('content');
      expect([meta('og:type'), meta('og:title')]).toEqual(['article', title]);
      expect(meta('article:published_time')).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(meta('og:image')).toMatch(/\.png$/);
      const article = page.jsonLd('NewsArticle') as Record<string, unknown> & { image: string[] };
      expect(article).toMatchObject({
        headline: title,
        datePublished: meta('article:published_time'),
        publisher: { '@type': 'Organization', name: expect.any(String) as string, logo: { '@type': 'ImageObject' } },
        author: { '@type': 'Person' },
        inLanguage: language.slice(0, 2),
        mainEntityOfPage: page.$('link[rel="canonical"]').attr('href'),
      });
      expect(article.image[0]).toMatch(/^http/);
      expect(page.jsonLd('BreadcrumbList')).toMatchObject({ itemListElement: [{}, {}, { name: title }] });
      expect(page.$('#related').length).toBe(1);
      expect(
        page
          .$('section:has(#related) h3 a')
          .map((_index, link) => page.$(link).attr('href'))
          .get(),
      ).not.toContain(path);
    });

    it('[PAGE-02] has valid feeds that are named in the heads of pages', async () => {
      for (const path of ['/blog', '/'].map((each) => (home + each).replace(/(.)\/$/, '$1'))) {
        const { $ } = await site.page(path);
        for (const type of ['rss', 'atom'])
          expect($(`link[rel="alternate"][type="application/${type}+xml"]`).attr('href')).toBe(
            `${home}/blog/${type}.xml`,
          );
      }
      for (const [format, type, item] of [
        ['rss', 'application/rss+xml', 'item'],
        ['atom', 'application/atom+xml', 'entry'],
      ] as const) {
        const feed = await site
          .get(`${home}/blog/${format}.xml`)
          .buffer(true)
          .parse((response, done) => {
            let text = '';
            response
              .setEncoding('utf8')
              .on('data', (part: string) => (text += part))
              .on('end', () => done(null, text));
          });
        expect([feed.status, feed.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
        expect(tagsOf(feed.body as string).get(item)).toBeGreaterThanOrEqual(Math.min(least, 20));
        const again = await site.get(`${home}/blog/${format}.xml`).set('If-None-Match', feed.headers['etag'] as string);
        expect(again.status).toBe(304);
      }
    });

    it.each([
      '/blog/nothing-of-that-name',
      '/blog?page=99',
      '/blog?page=0',
      '/blog?page=x',
      '/blog?tag=nobody',
      '/blog/a/b',
      '/blog/%00',
    ])('[PAGE-02] %s does not exist, and the error page has the design of the site', async (path) => {
      const page = await site.page(home + path);
      expect([404, 400]).toContain(page.status);
      expect(page.$('header svg').length).toBeGreaterThan(0);
    });

    it('[PAGE-02] the site links to its news: menu, home page, sitemap', async () => {
      const page = await site.page(home || '/');
      expect(page.$(`header a[href="${home}/blog"]`).length).toBeGreaterThan(0);
      expect(page.$('main h3 a[href*="/blog/"]').length).toBeGreaterThanOrEqual(3);
      const map = await site.get(`${home}/news/sitemap.xml`).buffer(true);
      expect([map.status, map.text || (map.body as Buffer).toString()]).toEqual([
        200,
        expect.stringContaining(`${home}/blog/`) as string,
      ]);
    });
  });

  it('[PAGE-02] the list has several pages; tags narrow it', async () => {
    const site = new SiteUnderTest(url, 'charity-ca');
    const first = await site.page('/blog');
    const second = await site.page('/blog?page=2');
    expect(first.$('a[rel="next"]').attr('href')).toBe('/blog?page=2');
    expect(second.$('a[rel="prev"]').attr('href')).toBe('/blog');
    expect(second.$('link[rel="canonical"]').attr('href')).toMatch(/\/blog\?page=2$/);
    const links = (page: typeof first) =>
      page
        .$('main h2 a')
        .map((_index, link) => page.$(link).attr('href'))
        .get();
    expect(links(first).filter((link) => links(second).includes(link))).toEqual([]);
    const tagged = await site.page('/blog?tag=Pay');
    expect(links(tagged).length).toBeGreaterThan(0);
    expect(links(tagged).length).toBeLessThan(links(first).length);
    expect(tagged.$('meta[name="robots"]').attr('content')).toContain('noindex');
  });

  it('[PAGE-02] news come right after the jobs on the Canadian home page, and last elsewhere', async () => {
    const headings = async (name: SiteName) => (await new SiteUnderTest(url, name).page('/')).texts('main h2');
    const canadian = await headings('charity-ca');
    expect(canadian.indexOf('News and advice')).toBe(canadian.indexOf('Newest jobs') + 1);
    expect((await headings('default')).at(-1)).toBe('News and advice');
  });

  it('[PAGE-02] [ROUTE-08] only real translations are linked, each by its own address', async () => {
    const site = new SiteUnderTest(url, 'europe');
    const translated = await site.page('/de/blog/warum-das-gehalt-in-die-anzeige-gehoert');
    const alternates = Object.fromEntries(
      translated
        .$('link[rel="alternate"][hreflang]')
        .map((_index, link) => [
          [translated.$(link).attr('hreflang')!, new URL(translated.$(link).attr('href')!).pathname],
        ])
        .get()
        .map((pair) => pair as unknown as [string, string]),
    );
    expect(alternates).toEqual({
      en: '/en/blog/why-pay-belongs-in-the-ad',
      de: '/de/blog/warum-das-gehalt-in-die-anzeige-gehoert',
      fr: '/fr/blog/pourquoi-afficher-le-salaire',
      'x-default': '/en/blog/why-pay-belongs-in-the-ad',
    });
    const moved = await site.get('/fr/blog/why-pay-belongs-in-the-ad').redirects(0);
    expect([moved.status, moved.headers.location]).toEqual([301, '/fr/blog/pourquoi-afficher-le-salaire']);
    const german = await site.page('/fr/blog/arbeitszeugnisse-lesen-und-schreiben');
    expect(german.$('link[rel="alternate"][hreflang]').length).toBe(0);
    expect(german.$('link[rel="canonical"]').attr('href')).toMatch(/\/de\/blog\/arbeitszeugnisse-lesen-und-schreiben$/);
    expect(german.$('main h1').attr('lang')).toBe('de');
    expect((await site.get('/blog/rss.xml').redirects(0)).headers.location).toBe('/en/blog/rss.xml');
    for (const path of ['/es/blog/rss.xml', '/es/blog']) expect((await site.get(path)).status).toBe(404);
  });

  it('[PAGE-02] ten thousand parameters have no effect', async () => {
    const site = new SiteUnderTest(url);
    const many = Array.from({ length: 1000 }, (_value, index) => `p${index}=1`).join('&');
    const page = await site.page(`/blog?${many}`);
    expect(page.status).toBe(200);
    expect(page.$('link[rel="canonical"]').attr('href')).toMatch(/\/blog$/);
    expect(
      (await site.get(`/blog?${Array.from({ length: 10_000 }, (_value, index) => `p${index}=1`).join('&')}`)).status,
    ).toBe(431);
  });

  it('[PAGE-02] [ROUTE-05] landing pages show their sections', async () => {
    for (const [name, home] of SITES) {
      const site = new SiteUnderTest(url, name);
      const page = await site.page(`${home}/careers/fundraising`);
      expect([name, page.status]).toEqual([name, 200]);
      expect(page.$('main h3 a[href*="/job/"]').length).toBeGreaterThanOrEqual(3);
      expect(page.$('main details').length).toBe(2);
      expect(page.$('main figure img').attr('alt')).toBeTruthy();
      expect(page.jsonLd('FAQPage')).toMatchObject({ mainEntity: [{ '@type': 'Question' }, {}] });
      const all = page.$('main a[href*="search="]').attr('href')!;
      expect((await site.get(all)).status).toBe(200);
      for (const path of [
        '/about',
        '/for-employers',
        '/for-applicants',
        '/careers/care',
        '/privacy-policy',
        '/accessibility',
      ])
        expect([name, path, (await site.get(home + path)).status]).toEqual([name, path, 200]);
    }
    expect((await new SiteUnderTest(url, 'europe').get('/fr/imprint')).status).toBe(200);
    expect((await new SiteUnderTest(url, 'uk').get('/imprint')).status).toBe(404);
  });

  it('[PAGE-02] every page ends with the menu of policies', async () => {
    for (const [name, home] of SITES) {
      const { $ } = await new SiteUnderTest(url, name).page(`${home}/blog`);
      const links = $('footer [data-menu="mini-policy"] a');
      expect(links.first().attr('href')).toBe(`${home}/privacy-policy`);
      expect(links.first().parent().attr('class')).toBe('privacy');
      expect(links.filter(`[href="${home}/imprint"]`).length).toBe(name === 'europe' ? 1 : 0);
    }
  });

  it('[ROUTE-17] [SITE-05] every site has icons, a manifest and a preview picture for other sites', async () => {
    const seen = new Set<string>();
    for (const [name, home] of SITES) {
      const site = new SiteUnderTest(url, name);
      const { $ } = await site.page(home || '/');
      const picture = new URL($('meta[property="og:image"]').attr('content')!).pathname;
      const touch = $('link[rel="apple-touch-icon"]').attr('href')!;
      const manifest = JSON.parse((await site.get('/manifest.webmanifest')).text) as {
        [key: string]: unknown;
        icons: { src: string; sizes: string; type: string; purpose?: string }[];
      };
      for (const key of ['name', 'short_name', 'description', 'lang', 'start_url', 'background_color', 'theme_color'])
        expect({ name, key, value: manifest[key] }).toEqual({ name, key, value: expect.stringMatching(/./) as string });
      expect(manifest.icons.map(({ sizes, purpose = '' }) => `${sizes} ${purpose}`.trim())).toEqual([
        ...['any', '192x192', '512x512', '512x512 maskable'],
      ]);
      const sizes: Record<string, [number, number]> = { [picture]: [1200, 630], [touch]: [180, 180] };
      for (const icon of manifest.icons.slice(1))
        sizes[icon.src] = icon.sizes.split('x').map(Number) as [number, number];
      for (const [path, size] of Object.entries(sizes)) {
        const response = await site.get(path).buffer(true);
        const { status, headers } = response;
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([
          200,
          'image/png',
          expect.stringContaining('immutable') as string,
        ]);
        const png = response.body as Buffer;
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
        seen.add(`${size.join('x')} ${png.toString('base64')}`);
      }
      const favicon = await site.get('/favicon.ico').buffer(true);
      expect(favicon.headers['content-type']).toBe('image/x-icon');
      expect((favicon.body as Buffer).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
    }
    // Each site has its own files.
    expect(seen.size).toBe(SITES.length * 5);
  });
});
