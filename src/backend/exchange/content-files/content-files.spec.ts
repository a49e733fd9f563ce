import sharp from 'sharp';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { seedArticles } from '../../../../demo/seed/seed-articles.js';
import { seedMissingConsents } from '../../domain/consents/create-consents.js';
import { seedMissingContent } from '../../domain/content/seed-content.js';
import { exportContent, type ContentFile } from './site-content.js';
import { importContent } from './import-content.js';
import type { ImportOptions } from './write-content.js';

const NOW = new Date('2026-12-01T09:00:00Z');
const LANGUAGES = ['en', 'de', 'fr'];
const SITE = { name: 'europe', demo: 'europe', languages: LANGUAGES, currencies: ['EUR'] } as never;
const PAGE = 'title: Open day\nbody: <p>Welcome</p>\n';
const ARTICLE = 'title: Open day\nteaser: Come and see\npublished: 2026-12-01T09:00:00Z\nbody: <p>Welcome</p>\n';
const CONSENT = 'consents/registration-privacy-policy.yaml';

const contents = { read: (key: string) => Promise.reject(new Error(key)) };

describe('content as files', () => {
  let test: TestDatabase;
  let exported: ContentFile[];

  beforeAll(async () => {
    test = await createTestDatabase();
    await seedMissingContent(test.database, [SITE], NOW);
    await seedMissingConsents(test.database, [SITE], NOW);
    await test.database.transaction().execute((trx) => seedArticles(trx, SITE, NOW));
    exported = await exportAll();
  });
  afterAll(() => test.close());

  const exportAll = () => exportContent(test.database, contents, 'europe');
  const textOf = (path: string, files = exported) => files.find((file) => file.path === path)!.bytes.toString();
  const file = (path: string, content: string | Buffer): ContentFile => ({ path, bytes: Buffer.from(content) });

  function importFiles(files: readonly ContentFile[], options: Partial<ImportOptions> = {}) {
    const defaults = { site: 'europe', languages: LANGUAGES, now: NOW, deletesMissing: false, isDryRun: false };
    return importContent(files, { ...defaults, ...options }, { database: test.database, contents });
  }
  /** The changes of an import, without the files that are unchanged. */
  async function changesOf(files: readonly ContentFile[], options: Partial<ImportOptions> = {}): Promise<string[]> {
    const outcome = await importFiles(files, options);
    if ('errors' in outcome) throw new Error(JSON.stringify(outcome.errors));
    return outcome.changes
      .filter(({ change }) => change !== 'unchanged')
      .map(({ path, change }) => `${change} ${path}`);
  }
  async function errorsOf(...files: ContentFile[]): Promise<string[]> {
    const outcome = await importFiles(files);
    if (!('errors' in outcome)) throw new Error('There is no error.');
    return outcome.errors.map(({ file: path, message }) => `${path}: ${message}`);
  }

  it('are complete, and change nothing if they are imported unchanged', async () => {
    const paths = exported.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['menus.yaml', 'pages/imprint.de.yaml', 'pages/privacy-policy.fr.yaml', CONSENT]),
    );
    expect(paths.filter((path) => path.startsWith('articles/')).length).toBeGreaterThan(5);
    expect(paths.filter((path) => path.startsWith('pictures/')).length).toBeGreaterThan(5);
    expect(new Set(paths).size).toBe(paths.length);
    expect(textOf('menus.yaml')).toMatch(/^footer:\n {2}- title:\n {6}en: Find a job\n {6}de: Stellen finden\n/);
    expect(exported.map(({ bytes }) => bytes.toString()).filter((text) => text.includes('/files/'))).toEqual([]);
    expect(await changesOf(exported, { deletesMissing: true })).toEqual([]);
    expect(await exportAll()).toEqual(exported);
  });

  it('move the whole content of a site to another one, with its pictures', async () => {
    await seedMissingConsents(test.database, [{ name: 'copy' }], NOW);
    const changes = await changesOf(exported, { site: 'copy' });
    expect(changes.filter((change) => change.startsWith('created'))).toHaveLength(changes.length);
    const copied = await exportContent(test.database, contents, 'copy');
    expect(copied).toEqual(exported);
    const [picture] = await test.database
      .selectFrom('article')
      .innerJoin('file', 'file.id', 'picture_file')
      .select(['name', 'content_type'])
      .where('site', '=', 'copy')
      .limit(1)
      .execute();
    expect(picture).toEqual({ name: expect.stringMatching(/\.svg$/) as string, content_type: 'image/svg+xml' });
  });

  it('change and create what differs, each once, and write one entry to the audit log', async () => {
    const changed = textOf('pages/about.en.yaml').replace(/^title: .*$/m, 'title: Who we are');
    const pictures = exported.filter(({ path }) => path.startsWith('pictures/'));
    const files = [file('pages/about.en.yaml', changed), file('pages/events/open-day.de.yaml', PAGE), ...pictures];
    const changes = ['changed pages/about.en.yaml', 'created pages/events/open-day.de.yaml'];
    expect(await changesOf(files, { isDryRun: true })).toEqual(changes);
    expect(await changesOf(files)).toEqual(changes);
    expect(await changesOf(files)).toEqual([]);
    const page = test.database.selectFrom('landing_page').select(['title', 'body']).where('site', '=', 'europe');
    expect(await page.where('slug', '=', '/events/open-day').execute()).toEqual([
      { title: 'Open day', body: '<p>Welcome</p>' },
    ]);
    const events = test.database.selectFrom('audit_event').select(['site', 'details']);
    expect(await events.where('action', '=', 'content.imported').where('site', '=', 'europe').execute()).toEqual([
      { site: 'europe', details: { count: '2' } },
    ]);
  });

  it('store photographs in the size of a page and drawings as they are, each once', async () => {
    const photograph = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#0b5d57' } })
      .withExif({ IFD0: { Artist: 'Jane Doe' } })
      .jpeg()
      .toBuffer();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const page = `title: Team
body: <p>Us</p><img src="pictures/team.jpg" alt="Us">
blocks:
  - kind: picture
    picture: pictures/plan.svg
    alt: Where we are
`;
    const files = [
      file('pages/team.en.yaml', page),
      file('articles/team.en.yaml', `${ARTICLE}picture: pictures/team.jpg\npictureAlt: Us\n`),
      file('pictures/team.jpg', photograph),
      file('pictures/plan.svg', drawing),
    ];
    expect(await changesOf(files)).toEqual(['created pages/team.en.yaml', 'created articles/team.en.yaml']);
    expect(await changesOf(files)).toEqual([]);
    const again = await exportAll();
    expect(textOf('pages/team.en.yaml', again)).toContain('<img src="pictures/team.webp" alt="Us">');
    expect(textOf('articles/team.en.yaml', again)).toContain('picture: pictures/team.webp');
    expect(textOf('pictures/plan.svg', again)).toBe(drawing);
    const { width, exif } = await sharp(again.find(({ path }) => path === 'pictures/team.webp')!.bytes).metadata();
    expect([width, exif]).toEqual([1600, undefined]);
  });

  it('contain texts of up to 100,000 characters, which pages then show', async () => {
    const page = (length: number) =>
      file('pages/long.en.yaml', `${PAGE}blocks:\n  - kind: text\n    html: ${'x'.repeat(length)}\n`);
    expect(await errorsOf(page(100_001))).toEqual([
      'pages/long.en.yaml: line 5: blocks.0.html: At most 100000 characters are possible',
    ]);
    expect(await changesOf([page(100_000)])).toEqual(['created pages/long.en.yaml']);
    expect(textOf('pages/long.en.yaml', await exportAll()).length).toBeGreaterThan(100_000);
  });

  it('revise a consent text, and restore the previous one', async () => {
    const revised = file(CONSENT, 'en: <p>New</p>\nde: <p>Neu</p>\n');
    expect(await changesOf([revised])).toEqual([`revised ${CONSENT}`]);
    expect(await changesOf([revised])).toEqual([]);
    expect(await changesOf([file(CONSENT, textOf(CONSENT))])).toEqual([`restored ${CONSENT}`]);
  });

  it('delete pages and articles without a file only if they are told to', async () => {
    const rest = exported.filter(({ path }) => path !== 'pages/imprint.de.yaml' && path !== 'pages/about.fr.yaml');
    await changesOf(exported, { deletesMissing: true });
    expect(await changesOf(rest)).toEqual([]);
    expect(await changesOf(rest, { deletesMissing: true })).toEqual([
      'deleted pages/about.fr.yaml',
      'deleted pages/imprint.de.yaml',
    ]);
    expect(await changesOf(exported)).toEqual(['created pages/about.fr.yaml', 'created pages/imprint.de.yaml']);
  });

  it('rename an article together with its translations', async () => {
    const translated = [
      file('articles/a-day.en.yaml', ARTICLE),
      file('articles/ein-tag.de.yaml', `${ARTICLE}key: a-day\n`),
    ];
    await changesOf(translated);
    const renamed = file('articles/one-day.en.yaml', `${ARTICLE}key: a-day\n`);
    expect(await errorsOf(renamed)).toEqual([
      'articles/one-day.en.yaml: key: articles/a-day.en.yaml has the same key a-day in this language',
    ]);
    const kept = exported.filter(({ path }) => !path.startsWith('pages/'));
    expect(await changesOf([renamed, translated[1]!, ...kept, ...(await pages())], { deletesMissing: true })).toEqual(
      expect.arrayContaining(['deleted articles/a-day.en.yaml', 'created articles/one-day.en.yaml']),
    );
  });
  const pages = async () => (await exportAll()).filter(({ path }) => /^(?:pages|pictures)\//.test(path));

  it.each([
    ['pages/about.en.yaml', 'body: <p>Us</p>\n', 'line 1: title: A value is required'],
    ['pages/about.en.yaml', 'title: ""\nbody: x\n', 'line 1: title: At least 1 character is required'],
    [
      'pages/about.en.yaml',
      `title: ${'x'.repeat(301)}\nbody: x\n`,
      'line 1: title: At most 300 characters are possible',
    ],
    ['pages/about.en.yaml', `${PAGE}text: x\n`, 'line 1: Unknown keys: text'],
    ['pages/about.en.yaml', `${PAGE}title: x\n`, 'line 3: Map keys must be unique'],
    ['pages/about.en.yaml', 'title: [x\nbody: x\n', 'line 2: '],
    ['pages/about.en.yaml', `a: &x 1\nb: *x\n${PAGE}`, 'Anchors and aliases of YAML cannot be used'],
    ['pages/about.en.yaml', '', 'line 1: A map of keys and values is required'],
    [
      'pages/about.en.yaml',
      'title: Us\nbody: <p>Us</p><script>x</script>\n',
      'line 2: body: The tag <script> cannot be used',
    ],
    [
      'pages/about.en.yaml',
      'title: Us\nbody: <img src="https://example.org/x.png">\n',
      'line 2: body: The image https://example.org/x.png must be a file in the folder pictures',
    ],
    ['pages/about.en.yaml', 'title: Us\nbody: <img src="pictures/x.png">\n', 'There is no file pictures/x.png'],
    [
      'pages/about.en.yaml',
      `${PAGE}blocks:\n  - kind: action\n    title: Go\n    label: Go\n    path: javascript:alert(1)\n`,
      'line 7: blocks.0.path: A path of this site, such as /jobs, or an https address is required',
    ],
    ['pages/about.en.yaml', `${PAGE}blocks:\n  - kind: video\n`, 'line 4: blocks.0.kind: '],
    [
      'pages/about.en.yaml',
      `${PAGE}blocks:\n  - kind: questions\n    questions:\n      - { question: A, answer: B, note: C }\n`,
      'line 6: blocks.0.questions.0: Unknown keys: note',
    ],
    ['pages/about.es.yaml', PAGE, 'The languages of the site are en, de, fr'],
    ['pages/jobs.en.yaml', PAGE, 'The product itself has a page /jobs'],
    ['pages/About.en.yaml', PAGE, 'The file must be named like '],
    ['pages/about.yaml', PAGE, 'The file must be named like '],
    ['pages/about.en.yml', PAGE, 'The file must be named like '],
    ['articles/a/b.en.yaml', ARTICLE, 'The file must be named like '],
    ['articles/a.en.yaml', ARTICLE.replace('09:00:00Z', 'noon'), 'line 3: published: A time such as '],
    ['consents/registration-terms.yaml', 'de: <p>Neu</p>\n', 'line 1: A text for en is required'],
    ['consents/login-terms.yaml', 'en: x\n', 'The file must be named like '],
    ['menus.yaml', 'main:\n  - title: { de: Start }\n    path: /\n', 'line 2: main.0.title: A text for en is required'],
    ['menus.yaml', 'header: []\n', 'line 1: Unknown keys: header'],
  ])('are refused with the file, the line and the rule: %s, %j', async (path, text, message) => {
    const before = await exportAll();
    const [error, ...others] = await errorsOf(file(path, text), file('pages/fine.en.yaml', PAGE));
    expect([error, others]).toEqual([expect.stringContaining(`${path}: ${message}`), []]);
    expect(await exportAll()).toEqual(before);
  });

  it('are refused with a picture that is none', async () => {
    const page = file('pages/x.en.yaml', 'title: X\nbody: <img src="pictures/x.jpg"><img src="pictures/y.svg">\n');
    expect(await errorsOf(page, file('pictures/x.jpg', 'text'), file('pictures/y.svg', '%PDF-1.7'))).toEqual([
      'pictures/x.jpg: The file is not a readable picture (JPEG, PNG, WebP or SVG)',
      'pictures/y.svg: The file is not a readable picture (JPEG, PNG, WebP or SVG)',
    ]);
  });

  it('are refused if the site does not ask for a consent, without any of their other changes', async () => {
    const files = [file('pages/fine.en.yaml', PAGE), file(CONSENT, 'en: <p>New</p>\n')];
    expect(await importFiles(files, { site: 'unknown' })).toEqual({
      errors: [{ file: CONSENT, message: 'The site does not ask for this consent' }],
    });
    expect((await exportContent(test.database, contents, 'unknown')).map(({ path }) => path)).toEqual(['menus.yaml']);
  });

  it('leave files alone that are not part of the content', async () => {
    expect(await changesOf([file('README.md', 'x'), file('pictures/unused.txt', 'x')])).toEqual([]);
  });
});
