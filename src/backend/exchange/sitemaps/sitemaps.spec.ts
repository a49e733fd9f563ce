import { Readable } from 'node:stream';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { readSitemap, sitemapErrors } from '../../../../test/support/data/sitemaps.js';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { formatFrontendPages, type FrontendPages } from '#contract/pages/frontend-pages.js';
import { FRONTEND_HEADER, PAGES_HEADER } from '#contract/backend/graphql-over-http.js';
import { createDocuments } from '../create-documents.js';
import { saveJobs } from '../../domain/jobs/job.repository.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { SITEMAP_SOURCES, languagesIn, type SitemapSource, ROWS_A_READ } from './sitemap-sources.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const COLOURS = {
  ink: '#111111',
  inkSoft: '#555555',
  ground: '#ffffff',
  surface: '#ffffff',
  line: '#cccccc',
  accent: '#0b5d57',
};
const PAGES: FrontendPages = {
  origin: 'https://jobs.example.org',
  title: 'Jobs & more',
  locales: ['en', 'de'],
  routeNames: { de: { '/organizations': '/arbeitgeber-suchen' } },
  paths: ['/', '/organizations'],
  colours: { light: COLOURS },
};
const site = { name: 'europe', languages: ['en', 'de'], countries: ['DE'], demo: 'europe' as const };
const [pages, jobs] = SITEMAP_SOURCES as [SitemapSource, SitemapSource];

describe('sitemaps of many rows', () => {
  let test: TestDatabase;
  let version = 'one';
  let ids: number[];
  let terms: TermCatalog;

  const ask = async (
    path: string,
    { sources = SITEMAP_SOURCES, told = PAGES, headers = {} }: Partial<Asked> = {},
  ): Promise<BackendFetchResponse & { text: string }> => {
    const documents = createDocuments({
      database: test.database,
      terms,
      sites: [site],
      sources,
      version: () => Promise.resolve(version),
      clock: () => NOW,
    });
    const known = { [FRONTEND_HEADER]: 'europe; locale=en', [PAGES_HEADER]: formatFrontendPages(told) };
    const answer = await documents.serve({ path, headers: { ...known, ...headers } })!;
    let text = '';
    for await (const piece of piecesOf(answer.body)) text += Buffer.from(piece).toString();
    return { ...answer, text };
  };

  interface Asked {
    sources: readonly SitemapSource[];
    told: FrontendPages;
    headers: Record<string, string>;
  }

  beforeAll(async () => {
    test = await createTestDatabase();
    terms = await seedTerms(test.database);
    const organization = await createOrganization(test.database, 'europe');
    const foreign = await createOrganization(test.database, 'uk');
    const languages = ['en', 'de', 'fr'];
    const many = Array.from({ length: 60 }, (_value, index) =>
      jobToSave(organization, {
        sourceKey: String(index),
        language: languages[index % 3]!,
        title: `Cook ${index} & <more>`,
      }),
    );
    const others = [
      jobToSave(organization, { sourceKey: 'closed', state: 'archived' }),
      jobToSave(organization, { sourceKey: 'draft', state: 'draft' }),
      jobToSave(organization, { sourceKey: 'over', expiresAt: new Date('2026-11-21T11:59:59Z') }),
    ];
    const saved = await saveJobs(test.database, 'europe', [...many, ...others], recordingIndexer());
    ids = saved.slice(0, 60).map(({ id }) => Number(id));
    await saveJobs(test.database, 'uk', [jobToSave(foreign)], recordingIndexer());
    const page = { site: 'europe', title: 'x', body: 'x', metatags: '[]' };
    await test.database
      .insertInto('landing_page')
      .values([
        { ...page, language: 'en', slug: '/über uns?' },
        { ...page, language: 'de', slug: '/über uns?' },
        { ...page, language: 'de', slug: '/nur-deutsch' },
        { ...page, language: 'fr', slug: '/seulement' },
        { ...page, language: 'en', slug: '/hidden', metatags: '[{"meta":"robots","value":"noindex, follow"}]' },
      ])
      .execute();
  });
  afterAll(() => test.close());

  it('[ROUTE-11] list public pages in the locale of their language, otherwise in the first locale', async () => {
    const english = await ask('/en/jobs/sitemap.xml');
    const german = await ask('/de/jobs/sitemap.xml');
    for (const { text } of [english, german]) expect(await sitemapErrors(text)).toEqual([]);
    const listed = [english, german].map(({ text }) => readSitemap(text).addresses.map(({ loc }) => loc));
    expect(listed.map(({ length }) => length)).toEqual([40, 20]);
    expect(listed[1]![0]).toBe(`https://jobs.example.org/de/job/${ids[1]}/cook-1-more`);
    expect((await ask('/fr/jobs/sitemap.xml')).status).toBe(404);
  });

  async function addArticle(): Promise<void> {
    const words = { slug: 'news', translation_key: 'news', title: 'x', teaser: 'x', body: 'x', author: null, tags: [] };
    const rest = { picture_file: null, picture_alt: '', published_at: NOW, updated_at: NOW };
    await test.database
      .insertInto('article')
      .values({ site: 'europe', language: 'de', ...words, ...rest })
      .execute();
  }

  it('[ROUTE-11] list the news only in languages that have some, because empty pages must not be indexed', async () => {
    const told = { ...PAGES, paths: ['/', '/blog'] };
    const listed = async (path: string) => {
      const { text } = await ask(path, { sources: [pages], told });
      return readSitemap(text).addresses.filter(({ loc }) => loc.endsWith('/blog'));
    };
    const both = () => Promise.all(['/en/pages/sitemap.xml', '/de/pages/sitemap.xml'].map(listed));
    expect(await both()).toEqual([[], []]);
    await addArticle();
    expect((await both()).map((found) => found.map(({ loc }) => loc))).toEqual([
      [],
      ['https://jobs.example.org/de/blog'],
    ]);
    await test.database.deleteFrom('article').execute();
  });

  it('[SITE-04] omit pages that the site does not use, and all pages below them', async () => {
    const listed = async (absentPaths?: string[]): Promise<string[]> => {
      const { text } = await ask('/de/pages/sitemap.xml', { told: { ...PAGES, absentPaths } });
      return readSitemap(text).addresses.map(({ loc }) => loc.replace(`${PAGES.origin}/de`, ''));
    };
    expect(await listed()).toContain('/nur-deutsch');
    expect(await listed(['/nur'])).toContain('/nur-deutsch');
    expect(await listed(['/nur-deutsch'])).not.toContain('/nur-deutsch');
    expect((await listed(['/nur-deutsch'])).length).toBe((await listed()).length - 1);
  });

  it('[ROUTE-11] list existing translations of pages, and omit pages excluded from indexing', async () => {
    const english = readSitemap((await ask('/en/pages/sitemap.xml')).text).addresses;
    const escaped = '/%C3%BCber%20uns%3F';
    expect(english.map(({ loc }) => loc.replace(PAGES.origin, ''))).toEqual([
      ...['/en', '/en/organizations', `/en${escaped}`, '/en/seulement'],
    ]);
    expect(english[2]!.alternates).toEqual({
      en: `${PAGES.origin}/en${escaped}`,
      de: `${PAGES.origin}/de${escaped}`,
      'x-default': `${PAGES.origin}/en${escaped}`,
    });
    expect(english[3]!.alternates).toEqual({});
    const german = await ask('/de/pages/sitemap.xml');
    expect(await sitemapErrors(german.text)).toEqual([]);
    const addresses = readSitemap(german.text).addresses.map(({ loc }) => loc.replace(PAGES.origin, ''));
    expect(addresses).toEqual(['/de', '/de/arbeitgeber-suchen', `/de${escaped}`, '/de/nur-deutsch']);
  });

  it('[ROUTE-11] are divided by ids if there are too many pages, and each file is independent', async () => {
    const sources = [pages, { ...jobs, idsPerFile: 10 }];
    const index = await ask('/sitemap.xml', { sources });
    expect(await sitemapErrors(index.text)).toEqual([]);
    const { files } = readSitemap(index.text);
    const parts = files.filter((file) => file.includes('/jobs/'));
    expect(parts[0]).toBe(`${PAGES.origin}/sitemap/en/jobs/${Math.floor(ids[0]! / 10) + 1}.xml`);
    const found: string[] = [];
    for (const part of parts) {
      const { text } = await ask(new URL(part).pathname, { sources });
      expect(await sitemapErrors(text)).toEqual([]);
      const { addresses } = readSitemap(text);
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.length).toBeLessThanOrEqual(10);
      found.push(...addresses.map(({ loc }) => /job\/(\d+)/.exec(loc)![1]!));
    }
    expect(found.map(Number).sort((a, b) => a - b)).toEqual(ids);
    const ofGerman = readSitemap((await ask('/de/jobs/sitemap.xml', { sources })).text).files;
    expect(ofGerman).toEqual(parts.filter((part) => part.includes('/de/')));
    expect((await ask('/sitemap/de/jobs/1000.xml', { sources })).status).toBe(404);
  });

  it('[ROUTE-11] read no more rows than the client consumes', async () => {
    const reads: number[] = [];
    const endless: SitemapSource = {
      ...jobs,
      read: (_database, { from, limit }) => {
        reads.push(limit);
        const rows = Array.from({ length: limit }, (_value, index) => ({
          id: from + index,
          entry: { path: `/job/${from + index}/a-title-of-the-usual-length-of-titles`, lastModified: NOW },
        }));
        return Promise.resolve(rows);
      },
    };
    const documents = createDocuments({
      database: test.database,
      terms,
      sites: [site],
      sources: [endless],
      version: () => Promise.resolve(version),
      clock: () => NOW,
    });
    const headers = { [FRONTEND_HEADER]: 'europe; locale=en', [PAGES_HEADER]: formatFrontendPages(PAGES) };
    const { body } = await documents.serve({ path: '/de/jobs/sitemap.xml', headers })!;
    const pieces = piecesOf(body)[Symbol.asyncIterator]();
    let [taken, bytes] = [0, 0];
    for (; taken < 3; taken++) bytes += lengthOf(await pieces.next());
    expect(reads.length).toBeLessThanOrEqual(taken);
    expect(reads.every((limit) => limit === ROWS_A_READ)).toBe(true);
    const before = reads.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads.length).toBe(before);
    // The file ends at the limit of the protocol.
    let text = '';
    for (let next = await pieces.next(); !next.done; next = await pieces.next())
      text += Buffer.from(next.value).toString();
    expect(reads.length).toBe(50_000 / ROWS_A_READ);
    expect(text.endsWith('</urlset>\n')).toBe(true);
    expect(bytes + text.length).toBeLessThan(50 * 1024 * 1024);
  });

  it('[ROUTE-11] are the same until something changes', async () => {
    const first = await ask('/sitemap.xml');
    const known = { 'if-none-match': `"x", ${first.headers['etag']!}` };
    expect((await ask('/sitemap.xml', { headers: known })).status).toBe(304);
    expect((await ask('/de/jobs/sitemap.xml', { headers: known })).status).toBe(200);
    expect((await ask('/sitemap.xml', { headers: known, told: { ...PAGES, origin: 'https://x.test' } })).status).toBe(
      200,
    );
    version = 'two';
    expect((await ask('/sitemap.xml', { headers: known })).status).toBe(200);
  });

  it('[PAGE-02] [ROUTE-11] change when a scheduled article appears, which nobody has to change', async () => {
    const first = await ask('/sitemap.xml');
    const known = { 'if-none-match': first.headers['etag']! };
    await addArticle();
    expect((await ask('/sitemap.xml', { headers: known })).status).toBe(200);
    await test.database.deleteFrom('article').execute();
    expect((await ask('/sitemap.xml', { headers: known })).status).toBe(304);
  });

  it('[ROUTE-11] require the settings for page addresses in the request', async () => {
    const wrong: Record<string, string>[] = [
      { [PAGES_HEADER]: '' },
      { [PAGES_HEADER]: 'e30' },
      { [PAGES_HEADER]: '%%%' },
      { [FRONTEND_HEADER]: 'mars; locale=en' },
      { [PAGES_HEADER]: formatFrontendPages({ ...PAGES, origin: 'javascript:alert(1)' }) },
    ];
    for (const headers of wrong) expect((await ask('/sitemap.xml', { headers })).status).toBe(400);
  });
});

describe('languagesIn', () => {
  it('assigns each language to one locale', () => {
    const all = ['de', 'en', 'fr', 'it'];
    expect(languagesIn('en', ['en', 'de'], all)).toEqual(['en', 'fr', 'it']);
    expect(languagesIn('de', ['en', 'de'], all)).toEqual(['de']);
    expect(languagesIn('en-CA', ['en-CA'], all)).toEqual(all);
    expect(languagesIn('en-GB', ['en', 'en-GB'], all)).toEqual([]);
  });
});

function lengthOf(piece: IteratorResult<Uint8Array, unknown>): number {
  return piece.done ? 0 : piece.value.length;
}

function piecesOf(body: BackendFetchResponse['body']): AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array ? Readable.from([body]) : body;
}
