import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import supertest from 'supertest';
import { openPool } from '../../../src/backend/platform/database/pool.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { results, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';

const HEADER = 'job_id,title,location,company,salary_range,description,employment_type,telecommuting,email';
const TEXT = 'You will look after the Antarctic tortoise archive and everyone who visits it on weekdays.';
const HIT = 'causeboard; hit';
const STORED = 'causeboard; fwd=miss; stored';
const BYPASS = 'causeboard; fwd=bypass';

describe('cached pages for anonymous visitors', () => {
  let folder: string;
  let database: TestDatabase;
  let products: RunningProduct[] = [];
  let site: SiteUnderTest;
  let jobPath: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-cache-'));
    database = await createTestDatabase();
    const settings = { DATA_DIR: folder, DATABASE_URL: database.url };
    products = [await startProduct(settings), await startProduct(settings)];
    site = new SiteUnderTest(products[0]!.url);
    await importJobs(['Tortoise Archivist', 'Night Tortoise Keeper']);
    jobPath = results(await site.page('/jobs')).paths[0]!;
  }, 180_000);

  afterAll(async () => {
    await Promise.all(products.map((product) => product.stop()));
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  function importJobs(titles: readonly string[]): Promise<void> {
    const file = join(folder, 'jobs.csv');
    const rows = titles.map(
      (title, index) => `${index},${title},"Toronto, ON",Slow & Steady Trust,,"${TEXT}",Full-time,0,jobs@zoo.example`,
    );
    writeFileSync(file, [HEADER, ...rows].join('\n'));
    const cli = ['build/server/bundle/import.mjs', '--data-dir', folder, '--database-url', database.url];
    const where = ['--site', 'default', '--languages', 'en,de,fr', '--countries', 'CA,GB'];
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [...cli, ...where, file], (error) =>
        error ? reject(new Error(error.message)) : resolve(),
      );
    });
  }

  async function rename(title: string): Promise<void> {
    const id = Number(jobPath.split('/')[2]);
    await sql`update job set title = ${title} where id = ${id}`.execute(database.database);
  }

  it('are sent again unchanged, each response with its own id', async () => {
    const [first, second] = [await site.get('/jobs?page=1'), await site.get('/jobs?page=1')];
    expect([first.headers['cache-status'], second.headers['cache-status']]).toEqual([STORED, HIT]);
    expect(second.text).toBe(first.text);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    const named = await site.get('/jobs?page=1').set('X-Request-Id', 'my-own-request-id');
    expect(named.headers['x-request-id']).toBe('my-own-request-id');
    const own = { 'x-request-id': '', 'cache-status': '', date: '' };
    const without = (headers: Record<string, string>) => ({ ...headers, ...own });
    expect(without(second.headers)).toEqual(without(first.headers));
  });

  it('contain no nonce and no inline script, so their security policy allows none', async () => {
    for (const path of ['/', '/jobs', jobPath]) {
      const page = await site.page(path);
      expect(page.headers['cache-status']).toMatch(/hit|stored/);
      expect(page.headers['content-security-policy']).toContain("script-src 'self';");
      expect(page.html).not.toContain('nonce');
      const scripts = page.$('script:not([src])').toArray();
      const types = scripts.map((script) => page.$(script).attr('type'));
      for (const type of types) expect(type).toMatch(/^application\/(ld\+)?json$|^speculationrules$/);
      expect(page.html).not.toMatch(/<[^>]+\son\w+=/);
    }
  });

  it('are never older than an acknowledged change, whichever processes made the change and serve the page', async () => {
    const others = products.map(({ url }) => new SiteUnderTest(url));
    for (let round = 0; round < 15; round += 1) {
      const title = `Tortoise Keeper ${round}`;
      await rename(title);
      const pages = await Promise.all(others.flatMap((other) => [other.page('/jobs'), other.page('/jobs')]));
      for (const page of pages) expect(results(page).titles).toContain(title);
    }
  });

  it('reflect a change of the menu at once', async () => {
    const menu = async () => (await site.page('/jobs')).texts('header nav a');
    const before = await menu();
    const items = sql`(select jsonb_agg(case when at = 1 then jsonb_set(item, '{title,en}', '"Tortoises"') else item end)
      from jsonb_array_elements(items) with ordinality as i (item, at))`;
    await sql`update menu set items = ${items} where site = 'default' and name = 'main'`.execute(database.database);
    expect(before).not.toContain('Tortoises');
    expect(await menu()).toContain('Tortoises');
  });

  it('[PAGE-02] of an article reflect other articles as soon as they are published', async () => {
    const add = (slug: string, wait: string) =>
      sql`
        insert into article (site, language, slug, translation_key, title, teaser, body, tags, picture_alt, published_at, updated_at)
        values ('default', 'en', ${slug}, ${slug}, ${slug}, 'Teaser', '', '{}', '', now() + ${wait}::interval, now())
      `.execute(database.database);
    await add('tortoise-news', '-1 hour');
    await add('more-tortoise-news', '4 seconds');
    const page = () => site.page('/blog/tortoise-news');
    const before = await page();
    expect((await page()).headers['cache-status']).toBe(HIT);
    expect(before.html).not.toContain('more-tortoise-news');
    await waitFor('the scheduled article', async () => (await page()).html.includes('more-tortoise-news'), 10_000);
  });

  it('are revalidated by their ETag, also after a change that does not affect them', async () => {
    const first = await site.get('/privacy-policy');
    const { etag } = first.headers as { etag: string };
    expect(first.headers).toMatchObject({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
    await rename('Tortoise Keeper of another page');
    for (const tag of [etag, `"nothing", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await site.get('/privacy-policy').set('If-None-Match', tag).set('Accept-Encoding', 'br');
      expect(again.status).toBe(304);
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
      expect(again.headers['content-length'] ?? again.headers['content-encoding']).toBeUndefined();
      expect(again.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
    }
    expect((await site.get('/privacy-policy').set('If-None-Match', '"nothing"')).status).toBe(200);
    const { etag: job } = (await site.get(jobPath)).headers as { etag: string };
    expect(job).not.toBe(etag);
  });

  it('are sent in the preferred encoding, with the same content', async () => {
    const { text } = await site.get('/jobs').set('Accept-Encoding', 'identity');
    const identity = (body: Buffer) => body;
    const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync, identity };
    for (const [header, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['deflate', 'identity'],
      ['br;q=0, *', 'zstd'],
      ['br;q=0, zstd;q=0, *', 'gzip'],
    ] as const) {
      // The second request uses what the first one has cached.
      for (let time = 0; time < 2; time += 1) {
        const answer = await raw(`/jobs`, header);
        expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
        expect(answer.headers['content-length']).toBe(String(answer.body.length));
        expect(unpack[encoding](answer.body).toString()).toBe(text);
      }
    }
  });

  it('answer HEAD like GET, without a body', async () => {
    const get = await raw('/jobs', 'br');
    for (const path of ['/jobs', '/jobs?search=never-asked-before']) {
      const head = await supertest(products[0]!.url).head(path).set('Host', 'localhost').set('Accept-Encoding', 'br');
      expect(head.status).toBe(200);
      expect(head.text).toBeFalsy();
      expect(Number(head.headers['content-length'])).toBeGreaterThan(500);
      if (path === '/jobs') expect(head.headers['content-length']).toBe(String(get.body.length));
    }
  });

  it('are not used for visitors who may be logged in, nor for the editor', async () => {
    await site.get('/jobs');
    const asked = [
      site.get('/jobs').set('Cookie', 'a=b; next-auth.session-token=secret'),
      site.get('/jobs').set('Cookie', '__Secure-next-auth.session-token.0=secret'),
      site.get('/jobs').set('Authorization', 'Bearer secret'),
      site.get('/jobs?visual_editor=true'),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-status']).toBe(BYPASS);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      expect(answer.headers['etag']).toBeUndefined();
    }
    expect((await site.get('/jobs').set('Cookie', 'consent=yes')).headers['cache-status']).toBe(HIT);
  });

  it('are shared by all addresses that differ only in unused parameters', async () => {
    const plain = await site.get('/jobs?search=tortoise&page=1');
    for (const path of [
      '/jobs?utm_source=mail&page=1&search=tortoise&fbclid=1',
      '/jobs?page=1&search=%74ortoise#x',
      '/jobs/?search=tortoise&page=1&search=other',
    ]) {
      const same = await site.get(path);
      expect([path, same.text === plain.text]).toEqual([path, true]);
      expect(same.text).not.toMatch(/utm_|fbclid/);
    }
    expect((await site.get('/jobs?gclid=9&search=tortoise&page=1')).headers['cache-status']).toBe(HIT);
    expect((await site.get('/jobs?search=other&page=1')).text).not.toBe(plain.text);
  });

  it('[ROUTE-01] are not shared if they are redirects, which keep the unused parameters of their own visitor', async () => {
    const sent = Array.from({ length: 20 }, (_, index) => `utm_content=${index}`);
    const answers = await Promise.all(sent.map((query) => site.get(`/jobs/page/2?${query}`)));
    const kept = answers.map(({ headers }) => new URL(headers.location!, 'http://localhost').search.slice(1));
    expect(kept.map((query) => query.split('&').find((each) => each.startsWith('utm_')))).toEqual(sent);
  });

  it('are separate for each host, and contain nothing else of the request', async () => {
    const path = '/jobs?search=keeper';
    const odd = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      'X-Forwarded-For': '6.6.6.6',
      Forwarded: 'host=evil.example;proto=gopher',
      'X-Original-URL': '/evil',
      'User-Agent': 'evil bot',
      Accept: 'text/evil',
      'Accept-Language': 'xx-evil',
      Range: 'bytes=0-3',
      Cookie: 'evil=1',
    };
    const poisoned = await site.get(path).set(odd);
    const clean = await site.get(path);
    expect([poisoned.status, clean.text]).toEqual([200, poisoned.text]);
    expect(JSON.stringify([clean.text, clean.headers])).not.toMatch(/evil|gopher/);
    const elsewhere = await site.get(path).set('Host', 'evil.example');
    expect(elsewhere.headers['cache-status']).toBe(STORED);
    expect(elsewhere.text).toContain('http://evil.example/jobs');
    expect((await site.get(path)).text).toBe(clean.text);
    const markup = await site.get(path).set('Host', '"><script>alert(1)</script>');
    expect(markup.text).not.toContain('<script>alert(1)');
    expect((await site.get(path)).text).toBe(clean.text);
  });

  it('are cached only for existing pages: not for missing, moved, gone or misspelled ones', async () => {
    for (const path of ['/no-such-page', '/Jobs', `/job/${jobPath.split('/')[2]}/other`, '/jobs/%00', '/jobs/x']) {
      for (let time = 0; time < 2; time += 1) {
        const answer = await site.get(path);
        expect(answer.status).not.toBe(200);
        expect(answer.headers['cache-status']).toMatch(/fwd=(miss|bypass)$/);
        expect(answer.headers['cache-control']).toMatch(/no-cache/);
      }
    }
  });

  it('are shown with their age while the database is unavailable, and are up to date as soon as it is back', async () => {
    const before = await site.page('/jobs');
    const name = sql.id(database.target.database ?? '');
    const admin = openPool({ ...database.target, database: 'postgres' }, silentLogger, { max: 1 });
    try {
      await sql`alter database ${name} with allow_connections false`.execute(admin);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database.target.database}`.execute(
        admin,
      );
      const away = await site.page('/jobs');
      expect(away.status).toBe(200);
      expect(results(away)).toEqual(results(before));
      expect(away.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(Number(away.headers['age'])).toBeGreaterThanOrEqual(0);
      expect((await site.page('/jobs?search=never-asked')).status).toBe(503);
    } finally {
      await sql`alter database ${name} with allow_connections true`.execute(admin);
      await admin.destroy();
    }
    await rename('Tortoise Keeper Returned');
    const deadline = Date.now() + 20_000;
    let after = await site.page('/jobs');
    while (after.headers['cache-control'] === 'no-store' && Date.now() < deadline) after = await site.page('/jobs');
    expect(results(after).titles).toContain('Tortoise Keeper Returned');
  }, 60_000);

  async function raw(path: string, encoding: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
    const { hostname, port } = new URL(products[0]!.url);
    const { request } = await import('node:http');
    return new Promise((resolve, reject) => {
      const headers = { Host: 'localhost', 'Accept-Encoding': encoding };
      request({ hostname, port, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ headers: answer.headers as Record<string, string>, body: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end();
    });
  }
});
