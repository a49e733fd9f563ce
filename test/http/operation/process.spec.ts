import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../support/products.mjs';
import { results, SiteUnderTest } from '../../support/data/site.js';

describe('a process', () => {
  it('answers the health check, which includes the database', async () => {
    const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
    expect((await site.get('/health/live')).body).toEqual({ status: 'ok' });
    const ready = await site.get('/health/ready');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok', database: 'ok', backend: 'ok', process: 'ok' }]);
  });

  it('finishes requests in flight on SIGTERM, and exits with 0', async () => {
    const product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR! });
    const body = new Promise<string>((resolve, reject) => {
      request(`${product.url}/jobs?search=nurse`, (answer) => {
        product.child.kill('SIGTERM');
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve(text));
        answer.on('error', reject);
      }).end();
    });
    expect(await body).toContain('</html>');
    expect(await product.exited).toBe(0);
    // The code of a start, for the next one.
    expect(readdirSync('build/compile-cache', { recursive: true }).length).toBeGreaterThan(50);
  });

  it('[GQL-06] needs no set-up, prints its demo accounts; a second one on the same folder joins the first, and the database stops with the last', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-two-'));
    try {
      const settings = { DATA_DIR: dataDir, DEMO_DATA: 'on', SITES: '' };
      const [one, two] = await Promise.all([startProduct(settings), startProduct(settings)]);
      const totals = await Promise.all(
        [one, two].map(async ({ url }) => results(await new SiteUnderTest(url).page('/jobs')).total),
      );
      expect(totals[0]).toBeGreaterThan(1900);
      expect(totals[1]).toBe(totals[0]);
      await one.stop();
      for (const role of ['applicant', 'recruiter', 'editor', 'siteadmin', 'admin'])
        expect(one.output + two.output).toContain(`${role}@demo.causeboard.test`);
      expect(one.output + two.output).toMatch(/password [\w-]{12,}/);
      expect((await new SiteUnderTest(two.url).page('/jobs')).status).toBe(200);
      await two.stop();
      const again = await startProduct(settings);
      expect(results(await new SiteUnderTest(again.url).page('/jobs')).total).toBe(totals[0]);
      await again.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 120_000);

  it('prints no demo accounts without demo data', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-welcome-'));
    try {
      const bare = await startProduct({ DATA_DIR: join(dataDir, 'bare'), SITES: '' });
      await bare.stop();
      expect(bare.output).not.toContain('@demo.causeboard.test');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 60_000);
});
