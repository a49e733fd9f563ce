import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { results, SiteUnderTest } from '../../support/data/site.js';

const HEADER = 'job_id,title,location,company,salary_range,description,employment_type,telecommuting,email';
const TEXT = 'You will look after the Antarctic tortoise archive and everyone who visits it on weekdays.';
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)><p onclick="alert(3)">Tortoise care, <a href="javascript:alert(4)">really</a>.</p><iframe src="//evil.example"></iframe> ${TEXT}`;

describe('an import on a PostgreSQL server while the product is running', () => {
  let folder: string;
  let database: TestDatabase;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-import-'));
    database = await createTestDatabase();
    product = await startProduct({ DATA_DIR: folder, DATABASE_URL: database.url, SITES: '' });
    site = new SiteUnderTest(product.url);
  }, 60_000);

  afterAll(async () => {
    await product.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(name: string, content: string, ...more: string[]): Promise<{ code: number; output: string }> {
    const file = join(folder, name);
    writeFileSync(file, content);
    const cli = ['build/server/bundle/import.mjs', '--data-dir', folder, '--database-url', database.url];
    const where = ['--site', 'default', '--languages', 'en,de,fr', '--countries', 'CA,GB'];
    return new Promise((resolve) => {
      execFile(process.execPath, [...cli, ...where, ...more, file], (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
      });
    });
  }

  it('[GQL-06] DATABASE_URL runs the same code on a server, which is empty without demo data', async () => {
    const page = await site.page('/jobs');
    expect([page.status, results(page).total]).toEqual([200, 0]);
    expect(page.$('meta[name="robots"]').attr('content')).toContain('noindex');
    expect((await site.page('/')).status).toBe(200);
  });

  it('warns that addresses come from the Host header, unless PUBLIC_URL is set', () => {
    expect(product.output).toContain('PUBLIC_URL is not set: pages, sitemaps and feeds use the Host header');
  });

  it('its jobs are found at once, a second run changes nothing, and a broken row is skipped alone', async () => {
    const rows = [
      `1,Tortoise Archivist,"Toronto, ON",Slow & Steady Trust,40000-50000,"${TEXT}",Full-time,0,jobs@zoo.example`,
      `2,Broken Row,Toronto`,
      `3,Night Tortoise Keeper,"CA, QC, Montréal",Slow & Steady Trust,,"${TEXT} At night.",part time,0,jobs@zoo.example`,
    ];
    const csv = [HEADER, ...rows].join('\n');
    const first = await run('tortoises.csv', csv);
    expect(first.code).toBe(0);
    expect(first.output).toMatch(/created\D+2/i);
    expect(first.output).toMatch(/refused\D+1/i);
    const found = await site.page('/jobs?search=tortoise&geo_location=Toronto&radius=25');
    expect(results(found).titles).toEqual(['Tortoise Archivist']);
    expect(results(await site.page('/jobs?search=antarctic')).total).toBe(2);
    const second = await run('tortoises.csv', csv);
    expect(second.output).toMatch(/created\D+0/i);
    expect(second.output).toMatch(/unchanged\D+2/i);
  });

  it('hostile HTML and titles are inert in lists and on the page', async () => {
    await run(
      'hostile.json',
      JSON.stringify([
        {
          '@type': 'JobPosting',
          title: '"><img src=x onerror=alert(5)> Keeper',
          description: HOSTILE,
          identifier: 'h1',
          applicationContact: { email: 'jobs@zoo.example' },
          hiringOrganization: { name: '<b>Zoo</b></script><script>alert(6)</script>' },
        },
      ]),
    );
    const list = await site.page('/jobs?search=keeper&sorting=relevancy');
    expect(results(list).total).toBeGreaterThanOrEqual(2);
    const path = results(list).paths.find(
      (_path, index) =>
        /onerror|Keeper$/.test(results(list).titles[index]!) && !/Night/.test(results(list).titles[index]!),
    )!;
    for (const page of [list, await site.page(path)]) {
      expect(page.html).not.toMatch(/<img[^>]+onerror|<iframe|href="javascript:|onclick=|<script>alert/i);
      for (const script of page.$('script').toArray()) expect(page.$(script).text()).not.toMatch(/^\s*alert/);
    }
  });

  it('a job without employer and way to apply says so, is sorted last, and is not promoted', async () => {
    const row = `9,Unnamed Tortoise Tamer,"Toronto, ON",,,"${TEXT}",Full-time,0,`;
    const refused = await run('incomplete.csv', `${HEADER}\n${row}`);
    expect(refused.output).toMatch(/row 1 \(9\): employer is not named/);
    expect(results(await site.page('/jobs?search=tamer')).total).toBe(0);
    expect((await run('incomplete.csv', `${HEADER}\n${row}`, '--allow-incomplete')).output).toMatch(/created\s+1/);
    const list = await site.page('/jobs?search=tortoise&sorting=publish_date_desc');
    expect(results(list).titles.at(-1)).toBe('Unnamed Tortoise Tamer');
    expect(list.$('#filters').text()).toContain('Slow & Steady Trust');
    expect(list.$('#filters').text()).not.toContain('Employer not named');
    expect((await site.page('/')).html).not.toContain('Unnamed Tortoise Tamer');
    expect((await site.page('/organizations')).html).not.toContain('Employer not named');
    const job = await site.page(results(list).paths.at(-1)!);
    expect(job.$('main').text()).toContain('This job doesn’t say how to apply.');
    expect(job.$('article header a').length).toBe(0);
    const posting = job
      .$('script[type="application/ld+json"]')
      .toArray()
      .map((script) => JSON.parse(job.$(script).text()) as Record<string, unknown>)
      .find((data) => data['@type'] === 'JobPosting');
    expect(posting).toMatchObject({ hiringOrganization: 'confidential', identifier: { '@type': 'PropertyValue' } });
    expect(posting!.identifier).not.toHaveProperty('name');
    expect(Date.parse(posting!.validThrough as string)).toBeGreaterThan(Date.now() + 59 * 86_400_000);
  });

  it('a file whose content does not match its type is refused as a whole', async () => {
    const before = results(await site.page('/jobs')).total;
    for (const [name, content] of [
      ['page.csv', '<!DOCTYPE html><html><body>Error</body></html>'],
      ['cut.json', `[{"title":"Cut Off Tortoise","description":"${TEXT}"},{"title":"`],
      ['open.xml', `<source><job><title>Open Tortoise</title><description>${TEXT}</description></job>`],
      ['empty.csv', ''],
    ] as const) {
      const { code, output } = await run(name, content);
      expect({ name, code, said: output.length > 10 }).toEqual({ name, code: 1, said: true });
    }
    expect(results(await site.page('/jobs')).total).toBe(before);
  });
});
