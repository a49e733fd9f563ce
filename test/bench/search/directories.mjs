// /resumes and /organizations: compared with the bare React server, the cost of more entries, and the response time of place suggestions.
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { DEMO_PASSWORD, startProduct } from '../../support/products.mjs';
import { openLogins } from '../demo-product.mjs';
import { directoryMix } from './directory-mix.mjs';
import { askAll } from '../load/load.mjs';
import { directoryFactsOf, sizeMb } from '../made-jobs/job-folders.mjs';
import { openBench } from '../made-jobs/open-bench.mjs';
import { CONNECTIONS } from '../pages/page-rendered.mjs';
import { idle, memoryMb, postgresOf } from '../processes.mjs';
import { measureInTurns } from '../report/rounds.mjs';
import { median, quantile } from '../report/statistics.mjs';
import { YARDSTICK_ADDRESSES } from '../report/yardsticks.mjs';
import { join } from 'node:path';

const part = 'directories';
const RECRUITER = 'recruiter@demo.causeboard.test';
const ADDRESSES = 4000;
const LOAD_LIMIT_MS = 600_000;
const MAX_SLOWDOWN = 6;
const FLAT = 1.5;
const PREFIXES = 1500;
const WARM_UP = 200;
const SUGGESTIONS = 6;

/** @param folder with the size that is compared with the yardstick @param folders [{ entries, folder }], smallest first */
export async function measureDirectories({ folder, folders, yardsticks, pace }) {
  return [
    ...(await measureRendered({ folder, yardsticks, pace })),
    ...(await measureGrowth({ folders, pace })),
    ...(await measureSuggestions(folder)),
  ];
}

async function measureRendered({ folder, yardsticks, pace }) {
  const site = await openSite(folder);
  const floor = await yardsticks?.start('floor');
  try {
    const rows = [];
    for (const name of ['organizations', 'resumes']) {
      const requests = site.requests[name];
      await askAll(site.product.url, requests, { connections: CONNECTIONS, seconds: pace.fill });
      const ours = { name, url: site.product.url, requests, pids: site.pids };
      const theirs = floor && {
        name: 'floor',
        url: floor.url,
        requests: YARDSTICK_ADDRESSES,
        pids: { server: floor.pid },
      };
      const measured = await measureInTurns([theirs, ours].filter(Boolean), { ...pace, connections: CONNECTIONS });
      const [our, their] = [measured[name], measured.floor];
      const what = `/${name} of ${site.facts[name].entries}, rendered`;
      rows.push(
        {
          part,
          what: `${what}: pages/s`,
          value: our.perSecond,
          yardstick: their?.perSecond,
          least: 1,
          ratio: their && our.perSecond / their.perSecond,
          spread: our.spread,
          disturbed: our.disturbed,
          note: 'yardstick: floor',
        },
        {
          part,
          what: `${what}: CPU ms a page, PostgreSQL included`,
          value: our.cpuMs,
          yardstick: their?.cpuMs,
          ratio: their && our.cpuMs / their.cpuMs,
          most: 1,
          note: `PostgreSQL ${Math.round((100 * our.cpu.postgres) / our.cpuMs)} % of it; ${(our.bytes / 1000).toFixed(1)} kB a page`,
        },
      );
    }
    return rows;
  } finally {
    await floor?.stop();
    await site.product.stop();
  }
}

/** Starts the product on a folder, with the requests of a recruiter. */
async function openSite(folder) {
  const settings = { PAGE_CACHE_MB: '0', SEARCH_MEMORY_MB: '4096', DEMO_DATA: 'on', DEMO_PASSWORD, SITES: '' };
  const product = await startProduct({ DATA_DIR: folder, ...settings });
  try {
    const facts = directoryFactsOf(folder);
    const cookie = await (await openLogins(product.url))(RECRUITER);
    const own = (requests) => requests.map((request) => ({ ...request, headers: { cookie } }));
    const requests = {
      organizations: directoryMix('organizations', facts.organizations, ADDRESSES),
      resumes: own(directoryMix('resumes', facts.resumes, ADDRESSES)),
      everybody: own([{ path: '/resumes' }]),
    };
    const pids = { server: product.pid, postgres: postgresOf(folder) };
    await idle(pids, LOAD_LIMIT_MS);
    return { product, facts, requests, pids };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function measureGrowth({ folders, pace }) {
  const sites = [];
  try {
    for (const { entries, folder } of folders) sites.push({ entries, folder, ...(await openSite(folder)) });
    const measure = (requests) =>
      measureInTurns(
        sites.map((site) => ({
          name: String(site.entries),
          url: site.product.url,
          requests: site.requests[requests],
          pids: site.pids,
        })),
        { ...pace, connections: 1 },
      );
    const [pages, empty] = [await measure('resumes'), await measure('everybody')];
    return sites.flatMap((site) => growthRows(site, sites, pages, empty));
  } finally {
    for (const { product } of sites) await product.stop();
  }
}

function growthRows({ entries, folder, product }, sites, pages, empty) {
  const hundredth = sites.find((other) => other.entries * 100 === entries)?.entries;
  const versus = (what, results, most) => ({
    part,
    what: `${entries} resumes: ${what}, p50 ms at 1 connection`,
    value: results[entries].p50,
    spread: results[entries].spread,
    disturbed: results[entries].disturbed,
    ...(hundredth && {
      yardstick: results[hundredth].p50,
      ratio: results[entries].p50 / results[hundredth].p50,
      most,
      note: `yardstick: ${hundredth} resumes`,
    }),
  });
  return [
    versus('rendered page', pages, MAX_SLOWDOWN),
    versus('page of the empty query', empty, FLAT),
    { part, what: `${entries} resumes: MB resident in the web process`, value: memoryMb(product.pid).resident },
    { part, what: `${entries} resumes: MB on disk, database`, value: sizeMb(join(folder, 'postgres/base')) },
  ];
}

/** Prefixes of names that were not requested before, compared with the one query that must be waited for. */
async function measureSuggestions(folder) {
  const { database, search, close } = await openBench(folder);
  try {
    const { rows } =
      await sql`select folded from place_name where length(folded) > 4 order by md5(folded) limit ${PREFIXES}`.execute(
        database,
      );
    const prefixes = [...new Set(rows.map(({ folded }) => folded.slice(0, 4)))];
    const suggested = (prefix) => search.gazetteer.suggest(prefix, {}, SUGGESTIONS);
    const read = (prefix) =>
      sql`select place.* from place where place.id in (
          select place_id from place_name where folded >= ${prefix} and folded < ${`${prefix}\u{10ffff}`}
        ) order by place.population desc, place.id limit ${SUGGESTIONS}`.execute(database);
    const [ours, theirs] = await timesInTurns(prefixes, [suggested, read]);
    const row = (what, at) => ({
      part,
      what: `suggestions of a place: ${what} ms`,
      value: at(ours),
      yardstick: at(theirs),
      ratio: at(ours) / at(theirs),
      most: FLAT,
      note: 'yardstick: one read of the places that begin so',
    });
    return [row('p50', median), row('p95', (times) => quantile(times, 0.95))];
  } finally {
    await close();
  }
}

/** @returns times of each use, which take turns in going first */
async function timesInTurns(items, uses) {
  const times = uses.map(() => []);
  for (const [at, item] of items.entries()) {
    for (let turn = 0; turn < uses.length; turn++) {
      const use = (at + turn) % uses.length;
      const started = performance.now();
      await uses[use](item);
      if (at >= WARM_UP) times[use].push(performance.now() - started);
    }
  }
  return times;
}
