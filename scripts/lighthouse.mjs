// `npm run lighthouse`: audits home, /jobs and a job page of both sites as a phone sees them and prints their scores; fails below 100.
// Options: `--runs N` audits each page N times (3) and takes the median, `--page NAME` and `--site NAME` only that one.
// The reports stay in bench-results/lighthouse/.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { install } from './install.mjs';

await install();
const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, page: { type: 'string' }, site: { type: 'string' } },
});
const { chromium } = await import('playwright');
const { HOSTS, startProduct } = await import('../test/support/products.mjs');
const { requireBrowser } = await import('./programs/browser.mjs');
const { build } = await import('./build.mjs');

const run = promisify(execFile);
const FOLDER = 'bench-results/lighthouse';
/** npx installs it at the first audit: with its dependencies it would be a tenth of all installed files. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const MAX_REPORT_BYTES = 64 * 1024 * 1024;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = { FCP: 'first-contentful-paint', LCP: 'largest-contentful-paint', TBT: 'total-blocking-time' };

await build();
const executablePath = await requireBrowser();
const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-lighthouse-'));
const product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on' });
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const rows = [];
const findings = [];
try {
  for (const [site, host] of Object.entries(HOSTS)) {
    if (options.site && options.site !== site) continue;
    const origin = `http://${host}:${new URL(product.url).port}`;
    const jobs = await ask(host, '/jobs');
    const pages = { home: (await ask(host, '/')).path, jobs: jobs.path, job: firstJob(jobs) };
    for (const [page, path] of Object.entries(pages)) {
      if (options.page && options.page !== page) continue;
      rows.push(await auditPage(site, page, origin + path));
    }
  }
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

console.table(rows);
for (const line of findings) console.log(line);
console.log(`The reports are in ${FOLDER}.`);
process.exitCode = rows.length && rows.every((row) => CATEGORIES.every((name) => row[name] === 100)) ? 0 : 1;

/**
 * Uses Node's own HTTP client: `fetch` cannot set the Host header, and not every system resolves names below localhost.
 *
 * @returns the page and its final path: a site with several languages redirects to a path with the language
 */
async function ask(host, path) {
  const [answer] = await once(get(product.url + path, { headers: { host } }), 'response');
  const html = await text(answer);
  const { location } = answer.headers;
  return location ? ask(host, new URL(location, product.url).pathname) : { path, html };
}

function firstJob({ path, html }) {
  const job = /href="([^"]+)"[^>]* data-job=/.exec(html)?.[1];
  if (!job) throw new Error(`There is no job on ${path}.`);
  return job;
}

/** @returns a row of the table with the median of the runs; what lost points in the first run is added to `findings` */
async function auditPage(site, page, url) {
  const runs = [];
  for (let run = 1; run <= Number(options.runs); run += 1) {
    const report = await audit(url);
    writeFileSync(join(FOLDER, `${site}-${page}-${run}.json`), JSON.stringify(report, null, 2));
    runs.push(report);
  }
  const scores = CATEGORIES.map((name) => [name, median(runs.map(({ categories }) => categories[name].score * 100))]);
  const metrics = Object.entries(METRICS).map(([short, id]) => [
    `${short} ms`,
    median(runs.map(({ audits }) => audits[id].numericValue)),
  ]);
  // Lighthouse's own benchmark of the processor, which it slows down four times to simulate a phone; below 1000 the machine is busy.
  const machine = median(runs.map(({ environment }) => environment.benchmarkIndex));
  const shift = Math.max(...runs.map(({ audits }) => audits['cumulative-layout-shift'].numericValue));
  findings.push(...imperfect(runs[0]).map((what) => `${site}, ${page}: ${what}`));
  return { site, page, ...Object.fromEntries([...scores, ...metrics]), CLS: shift, machine };
}

/** Runs one audit with the mobile profile, in a new browser. */
async function audit(url) {
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`, '--disable-gpu'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  // Playwright turns the back/forward cache off, and pages are to be fit for it.
  const chrome = await chromium.launch({ executablePath, args, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  try {
    const only = `--only-categories=${CATEGORIES.join()}`;
    const command = ['--yes', LIGHTHOUSE, url, `--port=${port}`, '--output=json', '--quiet', only];
    const { stdout } = await run('npx', command, { maxBuffer: MAX_REPORT_BYTES });
    const lhr = JSON.parse(stdout);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    return lhr;
  } finally {
    await chrome.close();
  }
}

/** Returns the audits that lost points. */
function imperfect({ categories, audits }) {
  return CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${name}: ${audits[id].title} (${audits[id].displayValue ?? id})`),
  );
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
