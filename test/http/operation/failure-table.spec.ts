import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { type Fault, FaultyProxy } from '../../support/servers/faulty-proxy.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';
import { consentTo } from '../../support/worlds/relay-world.js';

const BACKEND_TIMEOUT_MS = 1500;
/** Time that a busy test machine may need in addition to the product's one second for rendering. */
const SLACK_MS = 2500;
const MAX_RSS_MB = 450;
const LETTER = 'I have led food drives in three towns,\nand I would like to do so in yours.';

/** No server listens at these addresses. */
const RELAYS = {
  SITE_FLAGS: 'default.measurementApi=on,default.conversionApi=on',
  GA_MP_ENDPOINT: 'http://127.0.0.1:1/mp/collect',
  GA_MEASUREMENT_ID: 'G-TEST1234',
  GA_API_SECRET: 'a-secret',
  META_GRAPH_ENDPOINT: 'http://127.0.0.1:1',
  META_PIXEL_ID: '123456',
  META_ACCESS_TOKEN: 'a-token',
};

interface Dependency {
  name: string;
  faults: Fault[];
  open(): Promise<{ proxy: FaultyProxy; settings: Record<string, string>; close: () => void }>;
}

const DEPENDENCIES: Dependency[] = [
  {
    name: 'the database',
    faults: ['refused', 'silent', 'frozen', 'dripping', 'garbage', 'closing'],
    async open() {
      const folder = join(process.env.TEST_DATA_DIR!, 'postgres');
      const password = readFileSync(join(folder, 'causeboard.password'), 'utf8').trim();
      const proxy = await FaultyProxy.start({ path: join(folder, '.s.PGSQL.5432') });
      const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-faults-'));
      const url = `postgresql://causeboard:${encodeURIComponent(password)}@${proxy.address}/postgres`;
      const close = () => rmSync(dataDir, { recursive: true, force: true });
      return { proxy, settings: { DATABASE_URL: url, DATA_DIR: dataDir }, close };
    },
  },
  {
    name: 'an external backend',
    faults: ['refused', 'silent', 'frozen', 'dripping', 'garbage', 'huge', 'closing'],
    async open() {
      const { hostname: host, port } = new URL(process.env.TEST_BACKEND!);
      const proxy = await FaultyProxy.start({ host, port: Number(port) });
      const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-faults-'));
      const settings = { BACKEND_GRAPHQL_URL: `http://${proxy.address}/graphql`, DATA_DIR: dataDir };
      const close = () => rmSync(dataDir, { recursive: true, force: true });
      return { proxy, settings, close };
    },
  },
];

describe.each(DEPENDENCIES)('while $name is failing', (dependency) => {
  const { faults } = dependency;
  let opened: Awaited<ReturnType<Dependency['open']>>;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let pages: string[];
  let applyPath: string;

  beforeAll(async () => {
    opened = await dependency.open();
    product = await startProduct({
      ...opened.settings,
      ...RELAYS,
      BACKEND_TIMEOUT_MS: String(BACKEND_TIMEOUT_MS),
    });
    site = new SiteUnderTest(product.url);
    await waitFor('the product is ready', async () => (await site.get('/health/ready')).status === 200, 30_000);
    const job = await firstLink(site, '/jobs?search=manager', '[data-region="results"] h2 a');
    const organization = await firstLink(site, '/organizations', 'a[href^="/organization/"]');
    const article = await firstLink(site, '/blog', 'main h2 a');
    applyPath = await findApplyPath(site);
    pages = [
      ...['/', '/jobs?search=manager', job, organization, '/organizations', '/blog', article, applyPath],
      ...['/contact', '/user/login', '/user/register', '/resumes', '/job-alert'],
    ];
  }, 120_000);

  afterAll(async () => {
    await opened.proxy.set('none');
    await product.stop();
    await opened.proxy.close();
    opened.close();
  });

  afterEach(async () => {
    await opened.proxy.set('none');
    await waitFor('the product is ready again', async () => (await site.get('/health/ready')).status === 200);
  });

  it.each(faults)(
    '%s: pages are answered in time, and none is reported as not found',
    async (fault) => {
      const [seen, ...others] = pages;
      await site.get(seen!);
      const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
      await opened.proxy.set(fault);
      const answers: { path: string; status: number; ms: number }[] = [];
      for (const path of [
        seen!,
        ...others.map((other) => `${other}${other.includes('?') ? '&' : '?'}fault=${fault}`),
      ]) {
        const began = performance.now();
        const answer = await site.get(path);
        answers.push({ path, status: answer.status, ms: performance.now() - began });
        if (answer.status === 200) continue;
        expect([path, answer.status]).toEqual([path, 503]);
        expectThemed(answer);
      }
      for (const path of ['/dashboard', '/job-manager', '/applications']) {
        const began = performance.now();
        const answer = await recruiter.get(path);
        answers.push({ path, status: answer.status, ms: performance.now() - began });
        expect([path, answer.status]).toEqual([path, 503]);
        expectThemed(answer);
      }
      expect((await site.get('/health/live')).status).toBe(200);
      expect(answers.filter(({ ms }) => ms > BACKEND_TIMEOUT_MS + 1000 + SLACK_MS)).toEqual([]);
      // A page that had been seen before is shown unchanged.
      expect(answers[0]).toMatchObject({ status: 200 });
      expect(memoryOf(product)).toBeLessThan(MAX_RSS_MB);
      await opened.proxy.set('none');
      const ended = performance.now();
      await waitFor('pages come back', async () => (await site.get(`/jobs?search=${fault}`)).status === 200);
      const recovered = performance.now() - ended;
      expect(recovered).toBeLessThan(2000 + SLACK_MS);
      report(`${fault}: slowest page ${slowest(answers)} ms, back after ${Math.round(recovered)} ms`);
    },
    120_000,
  );

  it.each(faults)(
    '%s: forms are shown again with everything typed, and can be submitted later',
    async (fault) => {
      const visitor = new FormVisitor(site);
      const page = await visitor.page(applyPath);
      const token = page('form[data-apply-form] [name="csrfToken"]').attr('value')!;
      const requestKey = page('form[data-apply-form] [name="requestKey"]').attr('value')!;
      const typed = {
        csrfToken: token,
        requestKey,
        firstName: 'Ada',
        lastName: 'Okafor',
        emailAddress: `ada.${fault}.${process.pid}@example.org`,
        coverLetter: LETTER,
      };
      await opened.proxy.set(fault);
      const forms: [path: string, values: Record<string, string>, kept: string][] = [
        [applyPath, typed, LETTER],
        [
          '/contact',
          { csrfToken: token, name: 'Ada', email: 'ada@example.org', subject: 'Hello', body: LETTER },
          LETTER,
        ],
        ['/user/login', { csrfToken: token, email: 'ada@example.org', password: 'not-shown-again' }, 'ada@example.org'],
      ];
      let again: cheerio.CheerioAPI | undefined;
      for (const [path, values, kept] of forms) {
        const began = performance.now();
        const answer = await visitor.post(path, values);
        expect([path, answer.status]).toEqual([path, 503]);
        expect(performance.now() - began).toBeLessThan(BACKEND_TIMEOUT_MS + 1000 + SLACK_MS);
        expectThemed(answer);
        const shown = cheerio.load(answer.text);
        again ??= shown;
        const fields = shown('main form input, main form textarea').toArray();
        expect(fields.map((field) => shown(field).val())).toContain(kept);
        expect(answer.text).not.toContain('not-shown-again');
      }
      const script = await visitor.post(applyPath, typed, { Accept: 'application/json' });
      expect([script.status, Number(script.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
      await opened.proxy.set('none');
      await waitFor('the product is ready again', async () => (await site.get('/health/ready')).status === 200);
      const resent = fieldsOf(again!);
      const sent = await visitor.post(applyPath, resent);
      expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('notice=sent')]);
    },
    120_000,
  );

  it.each(faults)(
    '[TRACK-04] [CONSENT-03] %s: events are accepted, decisions are stored, and unavailable data is reported quickly as an error',
    async (fault) => {
      await opened.proxy.set(fault);
      const ask = async (path: string, body: object) => {
        const began = performance.now();
        const answer = await site.post(path).set('Cookie', consentTo('google-analytics', 'meta-pixel')).send(body);
        return { status: answer.status, body: answer.body as { errors?: object[] }, ms: performance.now() - began };
      };
      const events = [
        await ask('/api/gmapi', { event: 'ss_login', params: {} }),
        await ask('/api/conversionapi', { event_name: 'sign_up', custom_data: {} }),
      ];
      const decision = await ask('/api/consent', { choices: { maps: true } });
      // They need no database, so only a machine that runs other tests can make them slow.
      for (const { ms } of [...events, decision]) expect(ms).toBeLessThan(SLACK_MS);
      expect([...events, decision].map(({ status }) => status)).toEqual([202, 202, 200]);
      const texts = await ask('/graphql', { operationName: 'getGdprConsentInfos', variables: {} });
      // GraphQL reports a failed field in the body of its response, not by its status.
      expect([texts.status, texts.body.errors?.length]).toEqual([200, 1]);
      expect(texts.ms).toBeLessThan(BACKEND_TIMEOUT_MS + 1000 + SLACK_MS);
    },
    120_000,
  );
});

async function firstLink(site: SiteUnderTest, path: string, selector: string): Promise<string> {
  // The first pages of a newly started process may take longer than the time limit here.
  await waitFor(`${path} is there`, async () => (await site.get(path)).status === 200, 30_000);
  const page = await site.page(path);
  const href = page.$(selector).first().attr('href');
  if (href === undefined) throw new Error(`${path} has no ${selector}: ${page.$('main').text()}`);
  return href.split('?')[0]!;
}

/** Returns a job of this site with an application form. */
async function findApplyPath(site: SiteUnderTest): Promise<string> {
  for (let number = 1; number < 8; number += 1) {
    const jobs = await site.page(`/jobs?page=${number}`);
    for (const link of jobs.$('[data-region="results"] h2 a[href*="/job/"]').toArray()) {
      const job = await site.page(jobs.$(link).attr('href')!.split('?')[0]!);
      const path = job.$('a[href^="/apply/"]').first().attr('href');
      if (path) return path;
    }
  }
  throw new Error('No job takes applications by a form.');
}

function expectThemed(answer: { text: string; headers: Record<string, string> }): void {
  const page = cheerio.load(answer.text);
  expect(page('title').text()).toContain('Causeboard');
  expect(page('main h1')).toHaveLength(1);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

function fieldsOf(page: cheerio.CheerioAPI): Record<string, string> {
  const form = page('main form[method="post"]').first();
  const fields = form.find('input:not([type="checkbox"]), input[checked], textarea, select').toArray();
  return Object.fromEntries(
    fields.flatMap((field) => {
      const name = page(field).attr('name');
      return name ? [[name, String(page(field).val() ?? 'on')]] : [];
    }),
  );
}

function memoryOf({ pid }: RunningProduct): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
  return Number(kilobytes) / 1024;
}

function slowest(answers: readonly { ms: number }[]): number {
  return Math.round(Math.max(...answers.map(({ ms }) => ms)));
}

function report(line: string): void {
  if (process.env.REPORT_FAULTS) process.stderr.write(`${line}\n`);
}
