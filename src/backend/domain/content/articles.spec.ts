import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import type { Backend } from '#contract/backend/backend.js';
import { startBackend } from '../../index.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOSTILE =
  '<h1>x</h1><script>alert(1)</script><p onclick="alert(1)">p</p><a href="javascript:alert(1)">a</a><img src="https://evil.test/x.png"><iframe src="//evil.test"></iframe>';

describe('news and landing pages', () => {
  let test: TestDatabase;
  let backend: Backend;
  let now = NOW;

  async function ask<T>(query: string, locale = 'en', site = 'europe'): Promise<T> {
    const headers = { 'x-causeboard-frontend': `${site}; locale=${locale}` };
    const { data, errors } = await backend.execute({ operationName: '', query, headers });
    if (errors) throw new Error(errors[0]!.message);
    return data as T;
  }

  beforeAll(async () => {
    test = await createTestDatabase();
    const site = (name: string) => ({ name, languages: ['en', 'de'], countries: ['DE'], demo: 'europe' as const });
    backend = await startBackend({
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      sites: [site('europe'), site('uk')],
      demoData: false,
      secrets: ['a-secret-of-this-test-alone-0123456789'],
      logger: silentLogger,
      clock: () => now,
    });
    const rows = Array.from({ length: 15 }, (_value, index) => ({
      site: 'europe',
      language: 'en',
      slug: `text-${index}`,
      translation_key: `key-${index}`,
      title: `Title ${index}`,
      teaser: 'Teaser',
      body: `<p>${'word '.repeat(index * 100 + 1)}</p>`,
      author: null,
      picture_file: null,
      tags: index % 3 === 0 ? ['Pay', 'Hiring'] : ['Hiring'],
      picture_alt: '',
      published_at: new Date(NOW.getTime() - index * 86_400_000),
      updated_at: NOW,
    }));
    const translated = { ...rows[1]!, language: 'de', slug: 'text-eins', title: 'Titel 1' };
    const future = {
      ...rows[0]!,
      slug: 'tomorrow',
      translation_key: 'tomorrow',
      published_at: new Date('2026-11-22T08:00:00Z'),
    };
    const foreign = { ...rows[0]!, site: 'uk', slug: 'foreign', translation_key: 'foreign' };
    const hostile = { ...rows[14]!, slug: 'hostile', translation_key: 'hostile', language: 'de', body: HOSTILE };
    await test.database
      .insertInto('article')
      .values([...rows, translated, future, foreign, hostile])
      .execute();
  }, 60_000);
  beforeEach(() => {
    now = NOW;
  });
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  interface List {
    articles: { total: number; items: { slug: string; minutes: number }[]; tags: string[]; nextAt: string | null };
  }
  const list = (args: string, locale?: string) =>
    ask<List>(`{ articles(${args}) { total items { slug minutes } tags nextAt } }`, locale).then(
      ({ articles }) => articles,
    );

  it('[PAGE-02] are listed by language and tag, the newest first, a page at a time', async () => {
    const first = await list('limit: 10');
    expect(first.total).toBe(15);
    expect(first.items.map(({ slug }) => slug)).toEqual(Array.from({ length: 10 }, (_value, index) => `text-${index}`));
    expect((await list('limit: 10, offset: 10')).items).toHaveLength(5);
    expect((await list('limit: 10, offset: 9999')).items).toEqual([]);
    expect((await list('tag: "Pay"')).total).toBe(5);
    expect((await list('tag: "pay"')).total).toBe(0);
    expect(first.tags).toEqual(['Hiring', 'Pay']);
    expect((await list('limit: 5', 'de')).items.map(({ slug }) => slug)).toEqual(['text-eins', 'hostile']);
  });

  it('[PAGE-02] have a reading time', async () => {
    const { items } = await list('limit: 15');
    expect([items[0], items[4], items[14]].map((item) => item?.minutes)).toEqual([1, 3, 8]);
  });

  it('[PAGE-02] are published at their time, and lists know when', async () => {
    expect((await list('limit: 1')).nextAt).toBe('2026-11-22T08:00:00.000Z');
    expect(await ask('{ article(slug: "tomorrow") { article { title } } }')).toEqual({ article: null });
    now = new Date('2026-11-22T08:00:00Z');
    expect(await list('limit: 1')).toMatchObject({ total: 16, nextAt: null, items: [{ slug: 'tomorrow' }] });
  });

  it('[PAGE-02] [ROUTE-08] are linked from their translations at their time, which lists in every language know', async () => {
    const at = '2026-11-22T07:00:00.000Z';
    await sql`
      insert into article (site, language, slug, translation_key, title, teaser, body, published_at, updated_at)
      values ('europe', 'de', 'text-zwei', 'key-2', 'Titel 2', '', '', ${at}, ${at})
    `.execute(test.database);
    const translations = async () => {
      const query = '{ article(slug: "text-2") { translations { language } } }';
      const { article } = await ask<{ article: { translations: { language: string }[] } }>(query);
      return article.translations.map(({ language }) => language);
    };
    expect(await translations()).toEqual(['en']);
    for (const language of ['en', 'de']) expect((await list('limit: 1', language)).nextAt).toBe(at);
    now = new Date(at);
    expect(await translations()).toEqual(['de', 'en']);
    await sql`delete from article where slug = 'text-zwei'`.execute(test.database);
  });

  it('[PAGE-02] are found with their translations and related ones, and only on their site', async () => {
    interface Found {
      article: {
        article: { title: string };
        translations: { language: string; url: { path: string } }[];
        related: { tags: string[] }[];
      } | null;
    }
    const find = (slug: string, locale?: string) =>
      ask<Found>(
        `{ article(slug: ${JSON.stringify(slug)}) { article { title } translations { language url { path } } related { tags } } }`,
        locale,
      );
    expect((await find('text-1', 'de')).article).toMatchObject({
      article: { title: 'Title 1' },
      translations: [
        { language: 'de', url: { path: '/blog/text-eins' } },
        { language: 'en', url: { path: '/blog/text-1' } },
      ],
    });
    expect((await find('text-3')).article?.related.map(({ tags }) => tags)).toEqual(
      Array.from({ length: 3 }, () => ['Pay', 'Hiring']),
    );
    for (const slug of ['foreign', '', 'x'.repeat(5000), "' or 1=1 --", '\u0000', '%'])
      expect({ slug, ...(await find(slug)) }).toEqual({ slug, article: null });
  });

  it.each(['limit: 0', 'limit: 49', 'offset: -1', 'offset: 10001', `tag: "${'x'.repeat(101)}"`, 'tag: "\\u0000"'])(
    '[PAGE-02] %s is refused',
    async (args) => {
      await expect(list(args)).rejects.toThrow();
    },
  );

  it('[PAGE-02] are sanitized', async () => {
    const { article } = await ask<{ article: { article: { body: string } } }>(
      '{ article(slug: "hostile") { article { body } } }',
      'de',
    );
    expect(article.article.body).toBe('<h2>x</h2><p>p</p><a rel="noopener">a</a>');
  });

  it('[PAGE-02] [ROUTE-05] landing pages have the valid parts, and none that could do harm', async () => {
    const file = '0192f0c1-0000-7000-8000-000000000001';
    await sql`insert into file (id, name, content_type, bytes) values (${file}, 'a b.png', 'image/png', '')`.execute(
      test.database,
    );
    const blocks = [
      { kind: 'text', title: 'One', html: HOSTILE },
      { kind: 'picture', file, alt: 'A "picture"' },
      { kind: 'picture', file: '0192f0c1-0000-7000-8000-00000000ffff', alt: 'not there' },
      { kind: 'action', title: 'Go', label: 'Now', path: '/jobs' },
      ...['javascript:alert(1)', '//evil.test', '/\\evil.test', 'http://evil.test', 'https://ok.test/x'].map(
        (path) => ({
          kind: 'action',
          title: 'Go',
          label: 'Now',
          path,
        }),
      ),
      { kind: 'jobs', title: 'Jobs', search: 'search=cook', limit: 3 },
      { kind: 'jobs', title: 'Jobs', limit: 3000 },
      { kind: 'questions', questions: [{ question: 'Q', answer: 'A' }] },
      { kind: 'unknown' },
      null,
      7,
    ];
    await sql`insert into landing_page (site, language, slug, title, body, blocks)
      values ('europe', 'en', '/parts', 'Parts', ${HOSTILE}, ${JSON.stringify(blocks)}::jsonb)`.execute(test.database);
    const { getRoutInfo } = await ask<{
      getRoutInfo: { content: { body: string; blocks: Record<string, unknown>[] } };
    }>(
      `{ getRoutInfo(slug: "/parts") { ...on ContentResponse { content { ...on LandingPage { body blocks {
         __typename ...on TextBlock { text } ...on PictureBlock { picture { url } } ...on CallToActionBlock { url { path } }
         ...on JobListBlock { search limit } ...on QuestionsBlock { questions { question } } } } } } } }`,
    );
    const clean = '<h2>x</h2><p>p</p><a rel="noopener">a</a>';
    expect(getRoutInfo.content).toEqual({
      body: clean,
      blocks: [
        { __typename: 'TextBlock', text: clean },
        { __typename: 'PictureBlock', picture: { url: `/files/${file}/a%20b.png` } },
        { __typename: 'CallToActionBlock', url: { path: '/jobs' } },
        { __typename: 'CallToActionBlock', url: { path: 'https://ok.test/x' } },
        { __typename: 'JobListBlock', search: 'search=cook', limit: 3 },
        { __typename: 'QuestionsBlock', questions: [{ question: 'Q' }] },
      ],
    });
    await sql`update landing_page set blocks = '"text"' where slug = '/parts'`.execute(test.database);
    expect(
      await ask(
        '{ getRoutInfo(slug: "/parts") { ...on ContentResponse { content { ...on LandingPage { blocks { __typename } } } } } }',
      ),
    ).toEqual({
      getRoutInfo: { content: { blocks: [] } },
    });
  });

  it('[PAGE-09] landing pages name their own language before the others', async () => {
    const { rows } = await sql<{
      id: number;
      language: string;
    }>`insert into landing_page (site, language, slug, title, body)
      values ('europe', 'en', '/two', 'Two', ''), ('europe', 'de', '/two', 'Zwei', '') returning id, language`.execute(
      test.database,
    );
    for (const { id, language } of rows) {
      const { landingPage } = await ask<{ landingPage: object }>(`{ landingPage(id: "${id}") { languages } }`, 'fr');
      expect(landingPage).toEqual({ languages: language === 'en' ? ['en', 'de'] : ['de', 'en'] });
    }
  });

  it('[PAGE-02] a change invalidates cached pages', async () => {
    const versions = () => Promise.all(['europe', 'uk'].map((site) => backend.version(site)));
    const [before, other] = await versions();
    await sql`update article set title = 'New' where slug = 'text-9'`.execute(test.database);
    const [after, still] = await versions();
    expect(after).not.toBe(before);
    expect(still).toBe(other);
    await sql`delete from article where slug = 'text-9'`.execute(test.database);
    expect((await versions())[0]).not.toBe(after);
  });
});
