import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { SiteUnderTest } from '../../support/data/site.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';

const START_MS = 120_000;

let test: TestDatabase;
let folder: string;
let product: RunningProduct;
let site: SiteUnderTest;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-content-'));
  product = await startProduct({ DATA_DIR: join(folder, 'data'), DATABASE_URL: test.url, DEMO_DATA: 'off' });
  site = new SiteUnderTest(product.url);
}, START_MS);
afterAll(async () => {
  await product.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as in the image. */
function content(...args: string[]): Promise<{ status: number; output: string }> {
  const env = { ...process.env, SITE: 'default', DATABASE_URL: test.url };
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/causeboard.mjs', 'content', ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}
const shows = (path: string, text: string) => async () => (await site.get(path)).text.includes(text);

describe('npm run content', () => {
  it('changes pages, menus, articles and consent texts of a running site', async () => {
    const files = join(folder, 'site');
    expect(await content('export', files)).toMatchObject({
      status: 0,
      output: expect.stringContaining('are in') as string,
    });
    expect(readdirSync(files)).toEqual(['consents', 'menus.yaml', 'pages', 'pictures']);
    expect(await content('export', files)).toMatchObject({
      status: 1,
      output: expect.stringContaining('new folder') as string,
    });
    expect(await content('import', files)).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^0 changes/) as string,
    });

    const about = join(files, 'pages/about.en.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*$/m, 'title: Who we are'));
    const consent = join(files, 'consents/registration-privacy-policy.yaml');
    writeFileSync(consent, 'en: <p>We store only your name.</p>\n');
    writeFileSync(join(files, 'menus.yaml'), 'main:\n  - title: { en: Meet the team }\n    path: /about\n');
    mkdirSync(join(files, 'articles'));
    writeFileSync(
      join(files, 'articles/open-day.en.yaml'),
      'title: Open day\nteaser: Come\npublished: 2026-01-01T09:00:00Z\nbody: <p>See you there.</p>\n',
    );
    const dryRun = await content('import', files, '--dry-run');
    expect(dryRun.output).toContain('Nothing was written');
    expect(await shows('/about', 'Who we are')()).toBe(false);

    const { status, output } = await content('import', files);
    expect([status, output.trim().split('\n')]).toEqual([
      0,
      [
        'menus.yaml: changed.',
        'pages/about.en.yaml: changed.',
        'articles/open-day.en.yaml: created.',
        'consents/registration-privacy-policy.yaml: changed: a new revision, for which earlier consents do not count.',
        expect.stringMatching(/^4 changes of the site default, \d+ files without a change\.$/),
      ],
    ]);
    await waitFor('the page', shows('/about', 'Who we are'));
    await waitFor('the menu', shows('/jobs', 'Meet the team'));
    await waitFor('the article', shows('/blog/open-day', 'See you there.'));
    await waitFor('the consent text', shows('/user/register/applicant', 'We store only your name.'));
  });

  it('explains what is wrong, and writes nothing', async () => {
    const files = join(folder, 'wrong');
    mkdirSync(join(files, 'pages'), { recursive: true });
    writeFileSync(join(files, 'pages/help.en.yaml'), 'title: Help\nbody: <p>Call us</p>\n');
    writeFileSync(join(files, 'pages/shop.en.yaml'), 'title: Shop\n');
    expect(await content('import', files)).toEqual({
      status: 1,
      output: 'pages/shop.en.yaml: line 1: body: A value is required.\nNothing was written.\n',
    });
    expect((await site.get('/help')).status).toBe(404);
    expect(await content('import', join(folder, 'none'))).toMatchObject({ status: 1 });
    for (const args of [[], ['publish', files], ['import'], ['export', files, '--dry-run'], ['import', files, '--all']])
      expect(await content(...args)).toMatchObject({ status: 2, output: expect.stringContaining('Usage:') as string });
    expect(await content('import', files, '--site', 'nowhere')).toMatchObject({ status: 2 });
  });
});
