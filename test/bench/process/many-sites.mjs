// Cost of more sites on the same machine: two web processes on one database serve the same number of jobs as one site, as 20 and as 100.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutRelease, startRelease } from '../../../scripts/rehearsals/release.mjs';
import { closedLoad } from '../load/load.mjs';
import { factsOf, sitesFolder } from '../made-jobs/job-folders.mjs';
import { siteNames } from '../made-jobs/site-names.mjs';
import { addressMix } from '../pages/address-mix.mjs';
import { idle, memoryMb, postgresOf } from '../processes.mjs';
import { median, spread } from '../report/statistics.mjs';
import { NODE_FLAGS } from '../../support/products.mjs';

const COUNTS = [1, 20, 100];
const PROCESSES = 2;
const ADDRESSES = 4000;
const CONNECTIONS = 8;
const LOAD_LIMIT_MS = 600_000;
/** Limits for pages per second and for memory, relative to one site. */
const MIN_SPEED = 0.8;
const MAX_MEMORY = 1.5;

/**
 * Sites are part of a release, so the current commit is checked out and built with a hundred of them.
 *
 * @param jobs total for all sites
 * @returns rows of the common table
 */
export async function measureManySites({ jobs, pace }) {
  const parent = mkdtempSync(join(tmpdir(), 'causeboard-sites-'));
  const groups = [];
  try {
    const root = checkOutRelease('HEAD', join(parent, 'release'));
    for (const name of siteNames(Math.max(...COUNTS)).slice(1))
      execFileSync(process.execPath, ['scripts/site-new.mjs', name], { cwd: root, stdio: 'ignore' });
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
    for (const count of COUNTS) groups.push(await startSites(root, count, await sitesFolder(jobs, count)));
    for (let round = 0; round < pace.rounds; round++)
      for (const group of round % 2 ? [...groups].reverse() : groups) await loadOnce(group, pace);
    return groups.flatMap((group) => rowsOf(group, groups[0], jobs));
  } finally {
    for (const { started } of groups) for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(groups.flatMap(({ started }) => started.map(({ exited }) => exited)));
    rmSync(parent, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune']);
  }
}

async function startSites(root, count, folder) {
  const hosts = siteNames(count).map((name) => (name === 'default' ? 'localhost' : `${name}.localhost`));
  const mapped = siteNames(count).slice(1);
  const group = { count, hosts, started: [], rounds: [], offset: 0, startedIn: 0 };
  for (let process = 0; process < PROCESSES; process++) {
    const before = performance.now();
    const settings = {
      DEMO_DATA: 'off',
      PAGE_CACHE_MB: '0',
      SITES: mapped.map((name) => `${name}=${name}.localhost`).join(','),
    };
    const release = await startRelease(root, folder, { settings, nodeFlags: NODE_FLAGS });
    group.startedIn = performance.now() - before;
    const exited = new Promise((resolve) => release.child.once('exit', resolve));
    group.started.push({ ...release, pid: release.child.pid, exited });
  }
  const [first, second] = group.started;
  await idle({ first: first.pid, second: second.pid, postgres: postgresOf(folder) }, LOAD_LIMIT_MS);
  group.requests = addressMix(factsOf(folder), ADDRESSES, 5).map(({ path }, at) => ({
    path,
    headers: { host: hosts[at % hosts.length] },
  }));
  return group;
}

/** Both processes at once, each asked for half of the sites' pages at a time. */
async function loadOnce(group, { warmUp, seconds }) {
  const load = async (duration) => {
    const half = group.requests.length / PROCESSES;
    const results = await Promise.all(
      group.started.map(({ url }, at) =>
        closedLoad(url, group.requests, {
          connections: CONNECTIONS,
          seconds: duration,
          offset: (group.offset + at * half) % group.requests.length,
        }),
      ),
    );
    const sum = (read) => results.reduce((total, each) => total + read(each), 0);
    group.offset += Math.ceil(sum(({ responses }) => responses) / CONNECTIONS);
    const wrong = sum(({ unexpected, errors }) => unexpected + errors);
    if (wrong > 0) throw new Error(`${wrong} answers of ${group.count} sites were not as expected`);
    return { perSecond: sum(({ perSecond }) => perSecond), p99: Math.max(...results.map(({ p99 }) => p99)) };
  };
  await load(warmUp);
  const result = await load(seconds);
  console.log(`  sites: ${group.count}, ${result.perSecond.toFixed(0)}/s, p99 ${result.p99.toFixed(0)} ms`);
  group.rounds.push(result);
}

function rowsOf({ count, rounds, started, startedIn }, one, jobs) {
  const part = 'scale';
  const where = `${jobs} jobs of ${count} ${count === 1 ? 'site' : 'sites'}, two web processes`;
  const speed = ({ rounds: measured }) => median(measured.map(({ perSecond }) => perSecond));
  const memory = (group) => Math.max(...group.started.map(({ pid }) => memoryMb(pid).resident));
  const besides = (value, yardstick, budget) =>
    count === one.count ? {} : { yardstick, ratio: value / yardstick, note: 'yardstick: one site', ...budget };
  const [perSecond, megabytes] = [speed({ rounds }), memory({ started })];
  return [
    {
      part,
      what: `${where}: rendered pages/s`,
      value: perSecond,
      spread: spread(rounds.map((round) => round.perSecond)),
      ...besides(perSecond, speed(one), { least: MIN_SPEED }),
    },
    {
      part,
      what: `${where}: p99 ms at ${CONNECTIONS * PROCESSES} connections`,
      value: median(rounds.map(({ p99 }) => p99)),
    },
    {
      part,
      what: `${where}: MB resident in a web process, the larger one`,
      value: megabytes,
      ...besides(megabytes, memory(one), { most: MAX_MEMORY }),
    },
    { part, what: `${where}: s until the second process is ready`, value: startedIn / 1000 },
  ];
}
