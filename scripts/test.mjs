// `npm test`: installs what is missing (including a browser), builds, starts the product, and runs every test against it.
// `npm test -- jest PATTERN` or `npm test -- playwright PATTERN` runs some of them. Tests that need a program which is missing and cannot
// be installed are listed and skipped; in CI this is a failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { install } from './install.mjs';

await install();
const { browser } = await import('./programs/browser.mjs');
const { build } = await import('./build.mjs');
const { testPrograms } = await import('./programs/debian-programs.mjs');
const { startProducts } = await import('../test/support/products.mjs');
const { makeTemporaryFolder } = await import('../test/support/temporary-folder.mjs');

const [only, ...patterns] = process.argv.slice(2);
const chromium = only === 'jest' ? '' : await browser();
const programs = only === 'playwright' ? { env: {}, missing: [] } : testPrograms();
await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });

console.log('Starting the product …');
const temporary = makeTemporaryFolder();
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
process.env.TMPDIR = temporary;
process.env.TEST_DATABASE_DIR = join(temporary, 'databases');
// Kept open while Jest runs; otherwise each test file would start the cluster itself, and the first one would have to create it.
const { openCluster } = await import('../build/server/src/backend/platform/embedded-postgres/cluster.js');
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const cluster = only === 'playwright' ? undefined : await openCluster(process.env.TEST_DATABASE_DIR, silent);
const [products] = await Promise.all([startProducts(), cluster && prepareTestDatabase(cluster)]);
const env = {
  ...process.env,
  ...products.env,
  CHROMIUM_PATH: chromium,
  ...programs.env,
  PATH: `node_modules/.bin:${process.env.PATH}`,
};
let code = 0;
const run = async (command, args, extra = {}) => {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...env, ...extra } });
  // Both runs are always completed, even if an earlier one has failed.
  const status = await new Promise((resolve) => child.once('exit', (own) => resolve(own ?? 1)));
  code ||= status;
};
try {
  if (only !== 'playwright') {
    const leftOut = programs.missing.flatMap(({ tests }) => tests);
    const ignored = leftOut.map((path) => `--testPathIgnorePatterns=${path.replaceAll('.', '\\.')}$`);
    // The patterns must come first; otherwise Jest would treat them as more paths to ignore.
    await run('jest', ['--json', '--outputFile=test-results/jest.json', ...patterns, ...ignored]);
  }
  if (only !== 'jest' && chromium) {
    await run('playwright', ['test', ...patterns], { PLAYWRIGHT_JSON_OUTPUT_NAME: 'test-results/playwright.json' });
  }
} finally {
  await products.close();
  await cluster?.close();
}

let [passed, failed] = [0, 0];
if (existsSync('test-results/jest.json')) {
  const report = JSON.parse(readFileSync('test-results/jest.json', 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  for (const title of failedJestTests(report)) console.log(`Failed: ${title}`);
}
if (existsSync('test-results/playwright.json')) {
  const { stats, suites } = JSON.parse(readFileSync('test-results/playwright.json', 'utf8'));
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected;
  for (const title of browserTests(suites, 'unexpected')) console.log(`Failed: ${title}`);
  for (const title of browserTests(suites, 'flaky')) console.log(`Passed only after a retry: ${title}`);
}
if (chromium === undefined) programs.missing.push({ name: 'Chromium', variable: 'CHROMIUM_PATH', tests: ['test/e2e'] });
for (const { name, variable, tests } of programs.missing)
  console.log(`Not run, because ${name} is missing (install it, or set ${variable}): ${tests.join(', ')}`);
if (process.env.CI && programs.missing.length > 0) code ||= 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(code || (failed ? 1 : 0));

/**
 * Prepares the template in advance, because the first tests of all workers would wait for it. The products start at the same time, and
 * leave half of the processor idle.
 */
async function prepareTestDatabase({ target }) {
  const backend = '../build/server/src/backend';
  const { openPool } = await import(`${backend}/platform/database/pool.js`);
  const { migrate } = await import(`${backend}/platform/database/migrate.js`);
  const { provideGazetteer } = await import(`${backend}/reference/places/gazetteer-rows.js`);
  const { provideTemplate } = await import('../test/support/database-template.mjs');
  const admin = openPool(target, silent, { max: 1 });
  await provideTemplate(admin, target, { openPool, migrate, provideGazetteer, logger: silent });
  await admin.destroy();
}

/** @returns titles of the tests that failed, and files that could not be run */
function failedJestTests({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      const file = relative('.', name);
      return titles.length > 0 ? titles.map((title) => `${file}: ${title}`) : [file];
    });
}

/**
 * @param status Playwright's status: `unexpected` means failed, `flaky` means passed after a retry
 * @returns titles of the browser tests with this status
 */
function browserTests(suites, status) {
  return (suites ?? []).flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...browserTests(inner, status),
  ]);
}
