import { type FetchedPage, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const GROUPS = ['gallery', 'videos', 'contacts', 'locations', 'faq', 'downloads'];
/** External services that demo profiles refer to. */
const OTHERS = /youtube|vimeo|openstreetmap/;

describe.each(PRODUCTS)('organization profile, %s', (_name, url) => {
  const site = new SiteUnderTest(url, 'charity-ca');
  const pages: FetchedPage[] = [];

  beforeAll(async () => {
    for (const number of [1, 2, 3]) {
      const list = await site.page(`/organizations?page=${number}`);
      const paths = list.$('[data-region="results"] > ol h2 a').map((_index, link) => list.$(link).attr('href')!);
      for (const path of paths.get()) pages.push(await site.page(path));
    }
  }, 60_000);

  const withGroup = (id: string) => pages.filter((page) => page.$(`section[aria-labelledby="${id}"]`).length > 0);

  it('[SEARCH-17] shows each group with content, and omits empty ones', () => {
    for (const { status } of pages) expect(status).toBe(200);
    for (const id of GROUPS) {
      const having = withGroup(id);
      expect({ id, some: having.length > 0, all: having.length === pages.length }).toEqual({
        id,
        some: true,
        all: false,
      });
      for (const page of having)
        expect(page.$(`section[aria-labelledby="${id}"] :is(li, details)`).length).toBeGreaterThan(0);
    }
  });

  it('[SEARCH-17] loads nothing from a video or map service by itself', () => {
    for (const page of pages) {
      const loaded = page
        .$('[src], link[href], [srcset], [data], [poster]')
        .map((_index, element) => page.$.html(element))
        .get();
      for (const html of loaded) expect(html.replace(/data-embed="[^"]*"/, '')).not.toMatch(OTHERS);
      expect(page.$('iframe')).toHaveLength(0);
    }
    const [video] = withGroup('videos');
    expect(video!.$('[data-embed]').first().find('a').attr('href')).toMatch(OTHERS);
    expect(video!.$('[data-embed] img').first().attr('src')).toMatch(/^\/files\//);
    expect(video!.headers['content-security-policy']).toContain('frame-src https://www.youtube-nocookie.com');
  });

  it('[SEARCH-17] lists the locations as text, and its documents can be downloaded', async () => {
    const [place] = withGroup('locations');
    expect(place!.$('section[aria-labelledby="locations"] address').first().text()).toContain('Canada');
    const [page] = withGroup('downloads');
    const link = page!.$('section[aria-labelledby="downloads"] a').first();
    const file = await site.get(link.attr('href')!).buffer(true);
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toContain('application/pdf');
  });

  it('[ROUTE-16] carries Organization with url, logo, name and description, and BreadcrumbList', () => {
    for (const page of pages) {
      const data = page.jsonLd('Organization')!;
      expect(data.name).toBe(page.$('main h1').text());
      for (const name of ['url', 'logo']) expect(URL.canParse(data[name] as string)).toBe(true);
      expect((data.description as string).length).toBeGreaterThan(10);
      expect(page.jsonLd('BreadcrumbList')).toBeDefined();
    }
  });

  it('[SEARCH-17] shows the organization’s own jobs', async () => {
    const page = pages.find((each) => each.$('[aria-labelledby="jobs"] h3 a').length > 0)!;
    const job = await site.page(page.$('[aria-labelledby="jobs"] h3 a').first().attr('href')!);
    expect(job.$('main').text()).toContain(page.$('main h1').text());
  });

  it('[SEARCH-17] introduces the organization before it lists its jobs, which do not repeat its name and logo', () => {
    const { $ } = pages.find((each) => each.$('[aria-labelledby="jobs"] h3 a').length > 0)!;
    const sections = $('main section[aria-labelledby]').map((_index, section) => $(section).attr('aria-labelledby'));
    expect(sections.get().slice(0, 2)).toEqual(['about', 'jobs']);
    expect($('main a[href="#jobs"]').length).toBe(1);
    const name = $('main h1').text();
    const cards = $('[aria-labelledby="jobs"] li:has(> [data-save])');
    expect(cards.find('img, [aria-hidden="true"]').length).toBe(0);
    // Saved jobs take the name from the card, so it is hidden there.
    for (const card of cards.toArray()) expect($(card).find('p[hidden]').text()).toBe(name);
  });

  it('[PAGE-09] marks the language of the organization’s texts if it is not that of the page', async () => {
    const europe = new SiteUnderTest(url, 'europe');
    const foreign: FetchedPage[] = [];
    for (const number of [1, 2, 3]) {
      const list = await europe.page(`/en/organizations?page=${number}`);
      for (const link of list.$('[data-region="results"] > ol h2 a:not([lang="en"])').toArray())
        foreign.push(await europe.page(list.$(link).attr('href')!));
    }
    const texts = [
      'main h1',
      'section[aria-labelledby="about"] > div',
      '[aria-labelledby="gallery"] img',
      '[aria-labelledby="contacts"] h3',
      '[aria-labelledby="locations"] h3',
      '[aria-labelledby="faq"] summary',
      '[aria-labelledby="downloads"] a',
    ];
    for (const selector of texts) {
      const found = foreign.flatMap(({ $ }) =>
        $(selector)
          .toArray()
          .map((text) => $(text).closest('[lang]').attr('lang')),
      );
      expect({ selector, languages: [...new Set(found)].sort() }).toEqual({ selector, languages: ['de', 'fr'] });
    }
    const own = await europe
      .page('/de/arbeitgeber-suchen')
      .then(({ $ }) => $('main h2 a[lang="de"]').first().attr('href')!);
    expect((await europe.page(own)).$('main h1, section[aria-labelledby="about"] > div').filter('[lang]').length).toBe(
      0,
    );
  }, 60_000);

  it.each(['/organization/0/x', '/organization/abc/x', '/organization/99999999999999999999/x', '/organization/1%00/x'])(
    '%s is no organization',
    async (path) => {
      expect([400, 404]).toContain((await site.get(path)).status);
    },
  );
});
