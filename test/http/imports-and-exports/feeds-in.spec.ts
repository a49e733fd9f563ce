import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { results, SiteUnderTest } from '../../support/data/site.js';
import { StubServer } from '../../support/servers/stub-server.js';
import { waitFor } from '../../support/wait-for.js';

const TEXT = 'You will look after the Antarctic tortoise archive and everyone who visits it on weekdays.';
const csv = (titles: readonly string[]) =>
  [
    'job_id,title,description,location,company,email',
    ...titles.map((title, index) => `${index},${title},"${TEXT}",London,Zoo,jobs@zoo.example`),
  ].join('\n');

describe('imported feeds, with two running servers', () => {
  let folder: string;
  let database: TestDatabase;
  let products: RunningProduct[];
  let feeds: StubServer;
  let body = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-feeds-'));
    database = await createTestDatabase();
    feeds = await StubServer.start();
    feeds.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(body);
    const settings = { DATABASE_URL: database.url, SITES: 'uk=uk.localhost', FEED_NETWORKS: '127.0.0.1' };
    const folders = ['one', 'two'].map((name) => join(folder, name));
    products = await Promise.all(folders.map((DATA_DIR) => startProduct({ ...settings, DATA_DIR })));
  }, 90_000);
  afterAll(async () => {
    for (const product of products) await product.stop();
    await feeds.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function command(name: 'feeds' | 'import', ...args: string[]): Promise<{ code: number; output: string }> {
    const sites = name === 'feeds' ? ['--sites', 'default:en,de,fr:GB,US,CA;uk:en:GB'] : [];
    const cli = [`build/server/bundle/${name}.mjs`, '--data-dir', folder, '--database-url', database.url, ...sites];
    return new Promise((resolve) => {
      execFile(process.execPath, [...cli, ...args], (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
      });
    });
  }
  const shown = async (product: RunningProduct) => {
    const page = await new SiteUnderTest(product.url, 'uk').page('/jobs?search=tortoise');
    return results(page).titles.sort();
  };

  it('[ROUTE-11] an added feed is read by one of them, its jobs are shown by both, and the result is reported', async () => {
    body = csv(['Tortoise keeper', 'Tortoise cook']);
    const added = await command(
      'feeds',
      'add',
      `${feeds.origin}/jobs.csv`,
      '--site',
      'uk',
      '--organization',
      'Tortoise Trust',
    );
    expect([added.code, added.output]).toEqual([
      0,
      expect.stringMatching(/^Added feed 1\. A running server reads it now/),
    ]);
    await waitFor('a server to read it', () => feeds.asked.length > 0, 20_000);
    for (const product of products)
      await waitFor('the jobs to be shown', async () => (await shown(product)).length === 2);
    expect(feeds.asked).toEqual(['/jobs.csv']);
    await waitFor('the run to be told of', async () => (await command('feeds', 'list')).output.includes('imported'));
    const listed = await command('feeds', 'list');
    expect(listed.output).toMatch(/uk, Tortoise Trust; every 6 hours; imported .+; next /);
    expect(listed.output).toContain('2 read: 2 new, 0 changed, 0 as before, 0 refused; 0 closed.');
  }, 120_000);

  it('[ROUTE-11] jobs that are no longer in the feed are closed: 410, and not in sitemap and feeds', async () => {
    const site = new SiteUnderTest(products[0]!.url, 'uk');
    const page = await site.page('/jobs?search=tortoise');
    const gone = results(page).paths[results(page).titles.indexOf('Tortoise cook')]!;
    expect((await site.get('/jobs/sitemap.xml')).text).toContain(gone);
    body = csv(['Tortoise keeper']);
    const run = await command('feeds', 'run', '1', '--feed-networks', '127.0.0.1');
    expect([run.code, run.output]).toEqual([0, expect.stringContaining('1 closed.')]);
    await waitFor('it to be closed', async () => (await site.page(gone)).status === 410);
    expect((await site.get('/jobs/sitemap.xml')).text).not.toContain(gone);
    expect((await site.get('/feeds/jobs.xml').buffer(true)).text).not.toContain(gone);
    expect((await site.get('/jobs/feed.atom').buffer(true)).text).not.toContain(gone);
  });

  it('[ROUTE-11] an internal address is refused, on the command line too', async () => {
    const where = ['--site', 'uk', '--languages', 'en', '--countries', 'GB'];
    const before = feeds.asked.length;
    for (const url of [`${feeds.origin}/jobs.csv`, 'http://[::ffff:7f00:1]/x', 'file:///etc/passwd']) {
      const { code, output } = await command('import', url, ...where);
      expect([url, code, output]).toEqual([url, 1, expect.stringMatching(/^Refused, and nothing was written: /)]);
    }
    expect(feeds.asked.length).toBe(before);
    const allowed = await command('import', `${feeds.origin}/jobs.csv`, ...where, '--feed-networks', '127.0.0.0/8');
    expect([allowed.code, allowed.output]).toEqual([
      0,
      expect.stringMatching(/jobs\.csv \(csv, utf-8\) was read[^]*created\s+1/),
    ]);
  });

  it('an added feed of a site that the settings do not name is announced as one that no server may read', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/causeboard.mjs', 'feeds', ...args], {
        env: {
          ...process.env,
          DATA_DIR: folder,
          DATABASE_URL: database.url,
          SITE: 'default',
          SITES: 'uk=uk.localhost',
        },
      });
    const { stdout } = await run('add', `${feeds.origin}/europe.csv`, '--site', 'europe');
    expect(stdout).toMatch(/^Added feed (\d+)\. SITE and SITES do not name europe: .+ npm run feeds -- run \1\n$/);
    const [, id = ''] = /feed (\d+)/.exec(stdout)!;
    expect((await run('remove', id)).stdout).toContain(`Feed ${id} was removed.`);
    expect(feeds.asked).not.toContain('/europe.csv');
  });

  it('a removed feed is no longer read, and its jobs stay', async () => {
    expect((await command('feeds', 'remove', '1')).code).toBe(0);
    expect((await command('feeds', 'remove', '1')).code).toBe(1);
    expect((await command('feeds', 'list')).output).toBe('There are no feeds.\n');
    expect(await shown(products[0]!)).toContain('Tortoise keeper');
    expect((await command('feeds', 'nothing')).code).toBe(2);
  });
});
