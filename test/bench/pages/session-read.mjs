// Cost of identifying the user of a request: reading the session, in this process, and whole pages for users compared with anonymous pages.
import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LISTS, openLogins, PEOPLE, withDemoProduct } from '../demo-product.mjs';
import { CONNECTIONS } from './page-rendered.mjs';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { cpuMs, idle, postgresOf } from '../processes.mjs';
import { measureInTurns } from '../report/rounds.mjs';
import { median, spread } from '../report/statistics.mjs';

const READS = 10_000;
const COUNTED_PAGES = 200;
const SECRET = 'a-secret-that-only-the-measuring-knows-0123456789';
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const part = 'session';

export async function measureSession({ pace }) {
  const reading = await measureReading(pace);
  const pages = await measurePages(pace);
  return [...reading, ...pages];
}

/** Calls the product's own classes from the cookie to the user, as a page does, with as many parallel calls as there are connections. */
async function measureReading({ rounds, seconds }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const { startBackend } = await backendModule('index.js');
  const site = { name: 'default', languages: ['en'], countries: ['GB'], demo: 'international', captcha: {} };
  const backend = await startBackend({
    dataDir,
    sites: [site],
    secrets: [SECRET],
    logger: silent,
    searchMemoryMb: 0,
    demoData: true,
    demoPassword: SECRET,
    homeOf: () => 'http://localhost',
    mail: {},
  });
  try {
    const { visitors, sealed } = await readersOf(backend);
    const server = fastify();
    await server.register(fastifyCookie).ready();
    const call = { frontend: { site: 'default', locale: 'en' } };
    const requestOf = (cookie) => ({
      headers: { host: 'localhost', ...(cookie ? { cookie } : {}) },
      protocol: 'http',
      server,
    });
    const [somebody, nobody] = [requestOf(`next-auth.session-token=${sealed}`), requestOf('')];
    const { kind } = await visitors.read(somebody, call);
    if (kind !== 'known') throw new Error(`the session is ${kind}`);
    const cpuOf = async (request) => {
      const [before, databaseBefore] = [process.cpuUsage(), cpuMs(postgresOf(dataDir))];
      for (let done = 0; done < READS; done += CONNECTIONS)
        await Promise.all(Array.from({ length: CONNECTIONS }, () => visitors.read(request, call)));
      const { user, system } = process.cpuUsage(before);
      return ((user + system) / 1000 + cpuMs(postgresOf(dataDir)) - databaseBefore) / READS;
    };
    // Once before the measurement, so that the code is compiled.
    await cpuOf(somebody);
    const [added, without] = [[], []];
    for (let round = 0; round < (seconds < 3 ? 1 : rounds); round++) {
      without.push(await cpuOf(nobody));
      added.push((await cpuOf(somebody)) - without.at(-1));
    }
    const note = `cookie to user, ${CONNECTIONS} at once, PostgreSQL included; anonymous: ${median(without).toFixed(4)} ms`;
    return [
      { part, what: 'session: CPU added to a page, ms', value: median(added), most: 0.1, spread: spread(added), note },
    ];
  } finally {
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function readersOf(backend) {
  const built = (path) => import(pathToFileURL(join(import.meta.dirname, '../../../build/server/src', path)).href);
  await import('reflect-metadata');
  const { AuthCookies } = await built('modules/auth/cookies/auth-cookies.js');
  const { SessionReader, VisitorReader } = await built('modules/auth/session/sessions.js');
  const { GraphqlClient } = await built('modules/graphql-client/graphql-client.js');
  const { JwtTokenDocument } = await built('contract/generated/operations.js');
  const reader = new SessionReader(new AuthCookies({}), { AUTH_SECRET: [SECRET] });
  const client = new GraphqlClient({ send: (request) => backend.execute(request) }, 10_000);
  const login = await client.request(
    JwtTokenDocument,
    { email: PEOPLE[0], password: SECRET },
    { frontend: { site: 'default', locale: 'en' } },
  );
  if (!login.ok || !login.data.JwtToken.jwt) throw new Error(`logging in: ${JSON.stringify(login)}`);
  const sealed = await reader.seal({ jwt: login.data.JwtToken.jwt, name: 'N', email: PEOPLE[0] }, 3600);
  return { visitors: new VisitorReader(reader, client), sealed };
}

function measurePages(pace) {
  return withDemoProduct({ PAGE_CACHE_MB: '0' }, async (product, dataDir) => {
    const cookie = await (await openLogins(product.url))(PEOPLE[0]);
    const pids = { server: product.pid, postgres: postgresOf(dataDir) };
    await idle(pids);
    const own = LISTS.map((request) => ({ ...request, headers: { cookie } }));
    const of = (name, requests) => ({ name, url: product.url, requests, pids });
    const { anonymous, known } = await measureInTurns([of('anonymous', LISTS), of('known', own)], {
      ...pace,
      connections: CONNECTIONS,
    });
    const reads = await countReads(product.url, dataDir, cookie);
    const where = '/jobs of the demo data, rendered';
    return [
      {
        part,
        what: `session: ${where}: CPU ms a page, logged in`,
        value: known.cpuMs,
        yardstick: anonymous.cpuMs,
        ratio: known.cpuMs / anonymous.cpuMs,
        spread: known.spread,
        disturbed: known.disturbed || anonymous.disturbed,
        note: 'yardstick: anonymous; with the account menu, the csrf token and the cookie header',
      },
      { part, what: 'session: database reads of a page, anonymous', value: reads.anonymous, most: 0 },
      { part, what: 'session: database reads of a page, logged in', value: reads.known, most: 1 },
    ];
  });
}

/** Number of reads of the account tables by a page, from the database's own statistics. */
async function countReads(url, dataDir, cookie) {
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const { sql } = await import('kysely');
  const { database, close } = await openDatabase({ dataDir, logger: silent });
  try {
    const total = async () => {
      // An idle process reports its statistics after ten seconds.
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      const { rows } = await sql`select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::integer as n
        from pg_stat_user_tables where relname in ('account_session')`.execute(database);
      return rows[0].n;
    };
    const pages = async (headers) => {
      const before = await total();
      for (let at = 0; at < COUNTED_PAGES; at++)
        await (await fetch(url + LISTS[at % LISTS.length].path, { headers })).arrayBuffer();
      return ((await total()) - before) / COUNTED_PAGES;
    };
    return { anonymous: await pages({}), known: await pages({ cookie }) };
  } finally {
    await close();
  }
}
