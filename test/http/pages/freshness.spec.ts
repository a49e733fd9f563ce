import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { results, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';

const HEADER = 'job_id,title,location,company,description,email';
const TEXT = 'You will look after the lighthouse and everyone who visits it on weekdays.';
const ADDRESS = '/jobs';
const A_SECOND = 1000;

describe('two servers on one database', () => {
  let folder: string;
  let database: TestDatabase;
  const products: RunningProduct[] = [];
  const sites = (): SiteUnderTest[] => products.map(({ url }) => new SiteUnderTest(url));

  async function start(name: string): Promise<RunningProduct> {
    const DATA_DIR = join(folder, name);
    const product = await startProduct({ DATA_DIR, DATABASE_URL: database.url, SITES: '', LOG_LEVEL: 'info' });
    await waitFor('the index in memory', () => product.output.includes('The search index is in memory'), 20_000);
    return product;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-freshness-'));
    database = await createTestDatabase();
    products.push(await start('one'), await start('two'));
  }, 120_000);
  afterAll(async () => {
    for (const product of products) await product.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function importJobs(...rows: string[]): Promise<void> {
    const file = join(folder, 'jobs.csv');
    writeFileSync(file, [HEADER, ...rows.map((row) => `${row},jobs@lights.example`)].join('\n'));
    const cli = ['build/server/bundle/import.mjs', '--data-dir', folder, '--database-url', database.url];
    const args = [...cli, '--site', 'default', '--languages', 'en', '--countries', 'GB', file];
    return new Promise((resolve, reject) => {
      execFile(process.execPath, args, (error, _stdout, stderr) => {
        if (error) reject(new Error(stderr));
        else resolve();
      });
    });
  }

  const titlesOf = async (site: SiteUnderTest): Promise<string[]> => results(await site.page(ADDRESS)).titles.sort();

  /** Requests each page repeatedly, so that it is in every cache. */
  async function bothShow(...titles: string[]): Promise<void> {
    for (const site of sites()) {
      await waitFor(
        titles.join(', '),
        async () => JSON.stringify(await titlesOf(site)) === JSON.stringify(titles),
        A_SECOND,
      );
    }
  }

  it('both show published, changed and closed jobs within a second', async () => {
    await bothShow();
    await importJobs(`1,Lamp keeper,Leeds,Lights Trust,${TEXT}`, `2,Boatman,Leeds,Lights Trust,${TEXT}`);
    await bothShow('Boatman', 'Lamp keeper');
    await importJobs(`1,Head lamp keeper,Leeds,Lights Trust,${TEXT}`, `2,Boatman,Leeds,Lights Trust,${TEXT}`);
    await bothShow('Boatman', 'Head lamp keeper');
    const due = new Date(Date.now() + 500);
    await sql`update job set expires_at = ${due} where title = 'Boatman'`.execute(database.database);
    await waitFor('the time', () => Date.now() >= due.getTime());
    await bothShow('Head lamp keeper');
  });

  it('both show changes made directly in the database within a second', async () => {
    const { rows } = await sql<{ id: number }>`select id from job where title = 'Head lamp keeper'`.execute(
      database.database,
    );
    const path = `/job/${rows[0]!.id}`;
    const before = await Promise.all(sites().map((site) => site.get(path).redirects(1)));
    expect(before.map(({ text }) => text.includes('Wick trimmer'))).toEqual([false, false]);
    await sql`update job set description = '<p>Wick trimmer wanted.</p>' where id = ${rows[0]!.id}`.execute(
      database.database,
    );
    for (const site of sites()) {
      const shows = async (): Promise<boolean> => (await site.get(path).redirects(1)).text.includes('Wick trimmer');
      await waitFor('the new text', shows, A_SECOND);
    }
  });

  it('a restarted one loads its saved index, and knows what has changed since', async () => {
    await products[0]!.stop();
    await importJobs(`3,Fog horn tuner,Leeds,Lights Trust,${TEXT}`);
    products[0] = await start('one');
    expect(products[0].output).toContain('"from":"snapshot"');
    await bothShow('Fog horn tuner', 'Head lamp keeper');
  });

  it('both show changes of an organization and its number of jobs within a second', async () => {
    const listed = async (site: SiteUnderTest): Promise<string> =>
      (await site.get('/organizations?search=harbour')).text.replace(/^[\s\S]*id="results"/, '');
    const bothList = async (expected: string, isThere = true): Promise<void> => {
      for (const site of sites())
        await waitFor(expected, async () => (await listed(site)).includes(expected) === isThere, A_SECOND);
    };
    const rows = ['4,Rope maker', '5,Cook', '6,Diver'].map(
      (job) => `${job},Leeds,Harbour Trust,You will keep what the harbour needs in good repair all year round.`,
    );
    await importJobs(...rows.slice(0, 2));
    await bothList('2 open jobs');
    await importJobs(...rows);
    await bothList('3 open jobs');
    await sql`update organization set mission = 'We keep ships off rocks.' where name = 'Harbour Trust'`.execute(
      database.database,
    );
    await bothList('We keep ships off rocks.');
    await sql`update organization set state = 'closed' where name = 'Harbour Trust'`.execute(database.database);
    await bothList('Harbour Trust</a>', false);
  });
});
