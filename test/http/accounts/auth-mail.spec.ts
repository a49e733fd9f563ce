import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startBackendProcess, startProduct, type RunningProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';

const ORIGIN = 'https://jobs.example.org';
const PASSWORD = 'a long enough passphrase';

let test: TestDatabase;
let smtp: TestSmtpServer;
let folder: string;
const running: RunningProduct[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  smtp = await TestSmtpServer.start();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-mail-'));
  writeFileSync(join(folder, 'smtp-url'), smtp.url);
}, 60_000);
afterEach(async () => {
  for (const product of running.splice(0)) await product.stop();
  smtp.beforeTaking = () => undefined;
});
afterAll(async () => {
  await smtp.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the backend alone, with mail enabled. */
async function startSender(): Promise<RunningProduct> {
  const product = await startBackendProcess(folder, {
    databaseUrl: test.url,
    searchMemoryMb: 0,
    mail: { smtpUrlFile: join(folder, 'smtp-url') },
    mailSites: { default: { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' } },
    origins: { default: ORIGIN },
  });
  running.push(product);
  return product;
}

/** Sends a request with a Host header of another site. */
async function ask(url: string, query: string, locale = 'en'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'content-type': 'application/json',
      'x-causeboard-frontend': `default; locale=${locale}`,
    };
    const asking = request(`${url}/graphql`, { method: 'POST', headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => resolve((JSON.parse(body) as { data: unknown }).data));
    });
    asking.on('error', reject);
    asking.end(JSON.stringify({ query }));
  });
}

function register(url: string, email: string, locale = 'en'): Promise<unknown> {
  return ask(
    url,
    `mutation { registerUser(input: { role: applicant, email: "${email}", password: "${PASSWORD}", consent: true }) { errors { message } } }`,
    locale,
  );
}

describe('mail of the backend', () => {
  it('[AUTH-11] is sent on registration, in the language of the page, with a link to the site whatever the Host header was', async () => {
    const { url } = await startSender();
    expect(await register(url, 'ada@example.org', 'de')).toEqual({ registerUser: { errors: [] } });
    const mail = await smtp.mailTo('ada@example.org');
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse für Causeboard');
    expect(mail.links).toEqual([
      expect.stringMatching(/^https:\/\/jobs\.example\.org\/user\/verify\?token=[\w-]{43}$/),
    ]);
    expect(mail.raw).not.toContain('evil');
    const token = new URL(mail.links[0]!).searchParams.get('token');
    expect(await ask(url, `mutation { verifyEmail(token: "${token}", password: "${PASSWORD}") { jwt } }`)).toEqual({
      verifyEmail: { jwt: expect.any(String) as string },
    });
  }, 60_000);

  it('[AUTH-12] sends a link for a new password that leads to the site whatever the Host header was', async () => {
    const { url } = await startSender();
    await register(url, 'grace@example.org');
    await smtp.mailTo('grace@example.org');
    await ask(url, 'mutation { requestPasswordReset(email: "grace@example.org") { errors { message } } }');
    const mail = await smtp.mailTo('grace@example.org', 2);
    expect(mail.links).toEqual([expect.stringMatching(/^https:\/\/jobs\.example\.org\/user\/reset-password\?token=/)]);
    expect(mail.raw).not.toContain('evil');
  }, 60_000);

  it('is sent once by two processes, and by the other one if the first is killed while sending', async () => {
    const first = await startSender();
    const second = await startSender();
    const people = Array.from({ length: 8 }, (_none, index) => `two-${index}@example.org`);
    await Promise.all(people.map((email, index) => register([first, second][index % 2]!.url, email)));
    for (const email of people) await smtp.mailTo(email);
    await second.stop();
    const seen: string[] = [];
    smtp.beforeTaking = ({ messageId = '', recipients }) => {
      if (!recipients.includes('killed@example.org')) return;
      seen.push(messageId);
      if (seen.length > 1) return;
      Object.assign(first.child, { stopping: true });
      first.child.kill('SIGKILL');
    };
    await register(first.url, 'killed@example.org').catch(() => undefined);
    await waitFor('the process to be killed', () => first.child.signalCode === 'SIGKILL', 15_000);
    await startSender();
    // Lets the lease of the killed process expire.
    await sql`update mail set due_at = now() where recipient = 'killed@example.org'`.execute(test.database);
    await waitFor('the mail to be sent again', () => seen.length > 1, 70_000);
    expect(new Set(seen).size).toBe(1);
    expect(people.map((email) => smtp.mailsTo(email).length)).toEqual(people.map(() => 1));
  }, 150_000);
});

describe('the mailbox', () => {
  it('shows mails with demo data, without any active content', async () => {
    // The mail is sent by a backend that shares the product's database, and has no mail server.
    const email = `mailbox-${Date.now()}@example.org`;
    await register(process.env.TEST_BACKEND!, email);
    const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
    let path = '';
    await waitFor('the mail', async () => {
      const { $ } = await site.page('/dev/mailbox');
      path =
        $('li')
          .filter((_index, item) => $(item).text().includes(email))
          .find('a')
          .attr('href') ?? '';
      return path !== '';
    });
    const page = await site.page(path);
    expect([page.status, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    const mail = await site.page(`${path}/html`);
    expect(mail.headers['content-security-policy']).toContain("default-src 'none'");
    expect(mail.headers['content-security-policy']).toContain('sandbox');
    const origin = `http://localhost:${new URL(process.env.TEST_EMBEDDED!).port}`;
    expect(mail.$('a').first().attr('href')).toMatch(`${origin}/user/verify?token=`);
    for (const strange of [{ 'X-Forwarded-For': '203.0.113.9' }, { Host: 'evil.example' }])
      expect((await site.get('/dev/mailbox').set(strange)).status).toBe(404);
    for (const wrong of ['/dev/mailbox/0', '/dev/mailbox/99999999999999999999'])
      expect((await site.get(wrong)).status).toBe(404);
    expect((await site.get('/dev/mailbox/x')).status).toBe(400);
  });

  it.each([
    ['in production', { DEMO_DATA: 'off' }],
    ['where mails are really sent', { DEMO_DATA: 'on', SITES: '', SMTP_URL: 'smtp://127.0.0.1:1' }],
  ])(
    'is not there %s',
    async (_where, settings) => {
      const product = await startProduct({
        DATA_DIR: folder,
        DATABASE_URL: test.url,
        SEARCH_MEMORY_MB: '0',
        ...settings,
      });
      running.push(product);
      const site = new SiteUnderTest(product.url);
      for (const path of ['/dev/mailbox', '/dev/mailbox/1', '/dev/mailbox/1/html'])
        expect((await site.get(path)).status).toBe(404);
      expect(product.output).not.toContain('/dev/mailbox');
      const isOff = settings.DEMO_DATA === 'off';
      const ready = await site.get('/health/ready');
      expect(ready.status).toBe(200);
      expect((ready.body as { mail?: string }).mail).toBe(isOff ? 'off' : undefined);
      expect(product.output.includes('SMTP_URL is not set: no email is sent')).toBe(isOff);
    },
    120_000,
  );

  it('does not exist without the embedded backend', async () => {
    expect((await new SiteUnderTest(process.env.TEST_EXTERNAL!).get('/dev/mailbox')).status).toBe(404);
  });
});
