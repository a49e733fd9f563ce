// The product as tests use it: the production build, once with its embedded backend and once with the backend in a separate process.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export const HOSTS = {
  default: 'localhost',
  'charity-ca': 'charity-ca.localhost',
  uk: 'uk.localhost',
  europe: 'europe.localhost',
};
/** Value of the setting `SITES`. */
export const SITES = Object.entries(HOSTS)
  .slice(1)
  .map(([site, host]) => `${site}=${host}`)
  .join(',');
export const DEMO_PASSWORD = 'demo-password-of-the-tests';
const AUTH_SECRET = 'a-secret-that-only-the-tests-know-0123456789';
const START_LIMIT_MS = 180_000;

const [, ...START] = /env ((?:\w+=\w+ )*)node (.*) scripts\/start\.mjs$/.exec(
  JSON.parse(readFileSync('package.json', 'utf8')).scripts.start,
);
/** The environment that `npm start` sets. */
const ENVIRONMENT = Object.fromEntries(
  START[0]
    .split(' ')
    .filter(Boolean)
    .map((pair) => pair.split('=')),
);
export const NODE_FLAGS = START[1].split(' ');

/**
 * Starts `build/server/bundle/main.mjs`, or the program in `args` (arguments for Node), on a free port.
 * @returns its address, its process, its output so far, and a function that stops it
 */
export async function startProduct(settings = {}, args = [...NODE_FLAGS, 'build/server/bundle/main.mjs']) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    ...ENVIRONMENT,
    SITES,
    AUTH_SECRET,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    SHUTDOWN_DELAY_MS: '0',
    // A machine that runs many tests at once is slow. Tests of this time limit set their own value.
    BACKEND_TIMEOUT_MS: '30000',
    ...settings,
  };
  return startProcess(args, env, /Causeboard is at (?:\S+, here at )?http:\/\/localhost:(\d+)/);
}

/**
 * Starts the embedded backend alone, as an external backend, with the sites of the product.
 * @param changes to its configuration; `origins` and `mailSites`, if given, by the name of the site
 * The last parameter contains arguments for Node before the program, environment variables, and another build of the program.
 */
export async function startBackendProcess(
  dataDir,
  { origins = {}, mailSites, ...changes } = {},
  { args: nodeArgs = [], env = {}, program = 'build/server/bundle/backend.mjs' } = {},
) {
  const { loadSite } = await import('../../build/server/config/sites/load-sites.js');
  const { backendSiteOf } = await import('../../build/server/config/sites/load-sites.js');
  const sites = await Promise.all(
    Object.keys(HOSTS).map(async (name) => {
      const site = backendSiteOf(await loadSite(name));
      // Recipient of messages from visitors.
      const mail = { title: name, contactEmail: `hello@${name}.test`, accent: '#0b5d57' };
      const sent = mailSites ? mailSites[name] : mail;
      return { ...site, mail: sent, origin: origins[name] };
    }),
  );
  const file = join(dataDir, 'backend.json');
  writeFileSync(file, JSON.stringify({ port: 0, dataDir, sites, ...changes }));
  const args = [...nodeArgs, program, '--config', file];
  const own = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  return startProcess(args, own, /"address":"http:\/\/127\.0\.0\.1:(\d+)"/);
}

async function startProcess(args, env, listening) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const product = { pid: child.pid, child, output: '', url: '', stop: () => stop(child) };
  // The event "exit" can come before the last output has been read, "close" comes after it.
  const exited = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  product.exited = exited;
  void exited.then((code) => {
    // If a process exits by itself after its start, many tests would fail without showing the cause.
    if (product.url && !child.stopping && code !== 0)
      console.error(`${args[0]} ended by itself (${code ?? child.signalCode}):\n${product.output.slice(-4000)}`);
  });
  const found = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        product.output += part;
        const port = listening.exec(product.output)?.[1];
        if (port) resolve(`http://127.0.0.1:${port}`);
      });
    }
  });
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`not up in ${START_LIMIT_MS} ms:\n${product.output}`)), START_LIMIT_MS).unref();
  });
  const ended = exited.then((code) => Promise.reject(new Error(`ended with ${code}:\n${product.output}`)));
  try {
    product.url = await Promise.race([found, ended, late]);
  } catch (error) {
    // A process that started too late would keep running after the tests.
    await stop(child);
    throw error;
  }
  ended.catch(() => {});
  return product;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stopping = true;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(timer);
}

/**
 * Prepares a demo database for tests. Tests kill processes but never the machine, so no commit needs to be flushed to disk. Digests are
 * switched off for a week: they are sent in the morning, so which emails a test finds would depend on the time of day.
 */
async function prepareForTests(dataDir) {
  const { openCluster } = await import('../../build/server/src/backend/platform/embedded-postgres/cluster.js');
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const cluster = await openCluster(dataDir, silent);
  const client = new pg.Client(cluster.target);
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.query(`
    insert into recruiting_mail (account_id, site, digest_day)
    select distinct m.account_id, o.site, current_date + 6 from organization_member m join organization o on o.id = m.organization_id
    on conflict (account_id, site) do update set digest_day = excluded.digest_day
  `);
  await client.query(`delete from mail where template = 'recruiting-digest'`);
  await client.end();
  await cluster.close();
}

/** Keeps owners and times, as PostgreSQL requires for its files. */
function copyFolder(from, to) {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/**
 * Creates a data folder with the demo data of all sites, in the state after the first start: copying it takes a second, while generating
 * the data takes twenty.
 */
export function makeDemoFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `causeboard-${name}-`));
  copyFolder(process.env.TEST_DEMO_DIR, folder);
  return folder;
}

/** Starts both products on one data folder, which is deleted when they are stopped. */
export async function startProducts() {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-test-'));
  writeFileSync(join(dataDir, 'auth-secret'), AUTH_SECRET);
  const demoDir = mkdtempSync(join(tmpdir(), 'causeboard-demo-'));
  const started = [];
  const close = async () => {
    for (const product of started.reverse()) await product.stop();
    for (const folder of [dataDir, demoDir]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const first = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
    started.push(first);
    await prepareForTests(dataDir);
    await started.pop().stop();
    copyFolder(dataDir, demoDir);
    const embedded = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
    started.push(embedded);
    const backend = await startBackendProcess(dataDir);
    started.push(backend);
    const external = await startProduct({ DATA_DIR: dataDir, BACKEND_GRAPHQL_URL: `${backend.url}/graphql` });
    started.push(external);
    return {
      dataDir,
      close,
      env: {
        TEST_EMBEDDED: embedded.url,
        TEST_EXTERNAL: external.url,
        TEST_BACKEND: backend.url,
        TEST_DATA_DIR: dataDir,
        TEST_DEMO_DIR: demoDir,
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
