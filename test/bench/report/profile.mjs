// CPU time of a rendered page by function: V8's own profile of the server under the load of the page part.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressMix } from '../pages/address-mix.mjs';
import { factsOf } from '../made-jobs/job-folders.mjs';
import { closedLoad } from '../load/load.mjs';
import { ADDRESSES, CONNECTIONS } from '../pages/page-rendered.mjs';
import { idle, postgresOf, watchCpu } from '../processes.mjs';
import { selfTimes } from './self-times.mjs';
import { startProduct } from '../../support/products.mjs';

const SECONDS = 10;
const MAX_LINES = 40;
const INTERVAL_US = 500;

const monotonicUs = () => Number(process.hrtime.bigint() / 1000n);

export async function profilePage({ folder, pace }) {
  const directory = join('bench-results', `profile-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(directory, { recursive: true });
  const flags = ['--cpu-prof', `--cpu-prof-dir=${directory}`, `--cpu-prof-interval=${INTERVAL_US}`];
  const product = await startProduct({ DATA_DIR: folder, PAGE_CACHE_MB: '0' }, [...flags, 'build/server/src/main.js']);
  const addresses = addressMix(factsOf(folder), ADDRESSES);
  let window;
  let cpu;
  let pages;
  try {
    const pids = { server: product.pid, postgres: postgresOf(folder) };
    await idle(pids);
    await closedLoad(product.url, addresses, { connections: CONNECTIONS, seconds: pace.warmUp + 2 });
    const from = monotonicUs();
    const end = watchCpu(pids);
    ({ responses: pages } = await closedLoad(product.url, addresses, {
      connections: CONNECTIONS,
      seconds: SECONDS,
      offset: 300,
    }));
    cpu = end().used;
    window = { from, to: monotonicUs() };
  } finally {
    await product.stop();
  }
  const file = readdirSync(directory).find((name) => name.endsWith('.cpuprofile'));
  const profile = JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { functions, packages, busyUs } = selfTimes(profile, window);
  console.log(
    `${pages} pages; CPU a page: server ${(cpu.server / pages).toFixed(2)} ms (profiling costs some), PostgreSQL ${(cpu.postgres / pages).toFixed(2)} ms`,
  );
  print('Self time by package', packages, busyUs, pages);
  print('Self time by function', functions, busyUs, pages);
  console.log(`\nkept in ${join(directory, file)}: open it in a browser's developer tools`);
}

function print(title, entries, busyUs, pages) {
  console.log(`\n${title}\n`);
  for (const { name, us } of entries.slice(0, MAX_LINES))
    console.log(
      `${((100 * us) / busyUs).toFixed(1).padStart(6)} %  ${(us / 1000 / pages).toFixed(3).padStart(7)} ms a page  ${name}`,
    );
}
