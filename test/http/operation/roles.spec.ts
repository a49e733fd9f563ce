import { rmSync } from 'node:fs';
import { SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Scrape } from '../../support/telemetry/prometheus-text.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const START_MS = 120_000;
/** Text in the log of the process that has sent an email. */
const SENT = 'Sent an email';

describe('a web process and a worker on one database', () => {
  const running: RunningProduct[] = [];
  let smtp: TestSmtpServer;
  let folder: string;
  let metricsPort: number;

  const start = async (role: string) => {
    const product = await startProduct({
      DATA_DIR: folder,
      ROLES: role,
      LOG_LEVEL: 'info',
      DEMO_DATA: 'on',
      DEMO_PASSWORD,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mail@causeboard.test',
      PUBLIC_URL: 'http://localhost',
      ...(role === 'worker' ? { METRICS_PORT: String(metricsPort) } : {}),
    });
    running.push(product);
    return product;
  };

  beforeAll(async () => {
    folder = makeDemoFolder('roles');
    smtp = await TestSmtpServer.start();
    metricsPort = await freePort();
  });
  afterAll(async () => {
    for (const product of running) await product.stop();
    await smtp.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    '[OPS-01] leave emails to the worker, which serves only health checks and metrics',
    async () => {
      const web = await start('web');
      const register = (name: string) =>
        new FormVisitor(new SiteUnderTest(web.url)).send('/user/register/applicant', 'form[data-form="register"]', {
          firstName: name,
          lastName: 'Bell',
          email: `${name}@roles.test`,
          password: 'a long password of this test',
          consent: 'yes',
        });
      expect((await register('ada')).status).toBe(303);
      const worker = await start('worker');
      await waitFor('the mail that waited', () => smtp.mails.length === 1);
      expect((await register('grace')).status).toBe(303);
      await waitFor('a mail that the worker is told of', () => smtp.mails.length === 2, 5000);
      expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['ada@roles.test'], ['grace@roles.test']]);
      await waitFor('the log of the worker', () => worker.output.split(SENT).length === 3);
      expect(web.output).not.toContain(SENT);

      const ask = (path: string, method = 'GET') => fetch(worker.url + path, { method });
      const ready = await ask('/health/ready');
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', database: 'ok', process: 'ok' }]);
      expect((await ask('/health/live')).status).toBe(200);
      for (const path of ['/', '/jobs', '/graphql', '/api/auth/session', '/robots.txt'])
        expect([path, (await ask(path)).status]).toEqual([path, 404]);
      expect((await ask('/graphql', 'POST')).status).toBe(404);
      const metrics = await Scrape.of(metricsPort);
      expect(metrics.find('causeboard_queue_tasks', { kind: 'mail', state: 'waiting' })[0]?.value).toBe(0);
      expect(metrics.find('causeboard_page_cache_pages')).toEqual([]);
    },
    START_MS,
  );
});
