import type { PageRequest } from '#contract/pages/page-request.js';
import { hrefIn } from '#contract/pages/route-names.js';
import { headHtml, type PageHead } from './head';

const languages = ['en', 'de', 'fr'].map((locale) => ({
  locale,
  href: hrefIn({ localePrefix: `/${locale}`, routeNames: {} }),
}));

/** The markup of a page's head in the given locale. */
function markup(head: Partial<PageHead>, shownIn = 'en'): string {
  const { href } = languages.find(({ locale }) => locale === shownIn)!;
  const request = {
    site: { title: 'Site', assets: { ogImage: '/og.png' } },
    origin: 'https://x.test',
    locale: shownIn,
    path: '/job/1/cook',
    href,
    languages,
    translations: languages,
  } as unknown as PageRequest;
  return headHtml({ title: 'Cook', ...head }, request);
}

/** The canonical address and the alternate links of the head. */
function addresses(head: Partial<PageHead>, shownIn = 'en'): { canonical?: string; alternates: string[] } {
  const html = markup(head, shownIn);
  return {
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    alternates: [...html.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language!),
  };
}

describe('the head of a page', () => {
  const german = { translations: [{ language: 'de', path: '/job/1/cook' }] };

  it('[ROUTE-08] names all languages of the site', () => {
    expect(addresses({}, 'fr')).toEqual({
      canonical: 'https://x.test/fr/job/1/cook',
      alternates: ['en', 'de', 'fr', 'x-default'],
    });
  });

  it.each(['en', 'de', 'fr'])('[ROUTE-08] names only the language of a monolingual text, in %s', (locale) => {
    expect(addresses(german, locale)).toEqual({ canonical: 'https://x.test/de/job/1/cook', alternates: [] });
  });

  it('[ROUTE-08] names the first language for a text in a language that the site does not offer', () => {
    expect(addresses({ translations: [{ language: 'cs', path: '/job/1/cook' }] }, 'de')).toEqual({
      canonical: 'https://x.test/en/job/1/cook',
      alternates: [],
    });
  });

  it('[ROUTE-06] contains the canonical address of the route', () => {
    const metatags = (value: string) => [{ meta: 'canonical', value }];
    expect(addresses({ ...german, metatags: metatags('/job/1/chef') }).canonical).toBe('https://x.test/de/job/1/chef');
    expect(addresses({ ...german, metatags: metatags('https://y.test/job') }).canonical).toBe('https://y.test/job');
  });

  it('[ROUTE-06] contains the metatags of the route if there are any', () => {
    const metatags = [
      { meta: 'title', value: 'Jobs for cooks' },
      { meta: 'description', value: 'All of them' },
      { meta: 'robots', value: 'noindex' },
    ];
    const given = markup({ description: 'A page', metatags });
    expect(given).toContain('<title>Jobs for cooks · Site</title>');
    expect(given).toContain('<meta name="description" content="All of them">');
    expect(given).toContain('<meta name="robots" content="noindex">');
    const own = markup({ description: 'A page' });
    expect(own).toContain('<title>Cook · Site</title>');
    expect(own).toContain('<meta name="description" content="A page">');
    expect(own).not.toContain('robots');
  });

  it('[ROUTE-08] names each language of a text with its own address', () => {
    const translations = [...german.translations, { language: 'fr', path: '/job/1/cuisinier' }];
    expect(addresses({ translations }, 'fr')).toEqual({
      canonical: 'https://x.test/fr/job/1/cuisinier',
      alternates: ['de', 'fr', 'x-default'],
    });
  });
});
