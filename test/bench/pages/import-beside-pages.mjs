// Response times of pages during an import of adverts, compared with an idle server: a fixed number of visitors per second who do not wait
// for each other.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressMix } from './address-mix.mjs';
import { advertsFile, factsOf, withScratchCopy } from '../made-jobs/job-folders.mjs';
import { steadyLoad } from '../load/load.mjs';
import { idle, postgresOf } from '../processes.mjs';
import { median, spread } from '../report/statistics.mjs';
import { startProduct } from '../../support/products.mjs';

const PER_SECOND = 20;
const ADDRESSES = 10_000;
const ROWS = 100_000;
const BEGIN_LIMIT_MS = 120_000;

/** @param windows number of measurements of `seconds` each, idle and during the import */
export async function measureImport({ folder, jobs, windows, seconds }) {
  const file = await advertsFile(ROWS);
  return withScratchCopy(folder, async (dataDir) => {
    const addresses = addressMix(factsOf(folder), ADDRESSES, 5);
    const product = await startProduct({ DATA_DIR: dataDir });
    try {
      const pids = { server: product.pid, postgres: postgresOf(dataDir) };
      await idle(pids);
      let offset = 0;
      const load = async (duration) => {
        const result = await steadyLoad(product.url, addresses, { perSecond: PER_SECOND, seconds: duration, offset });
        offset += result.responses;
        if (result.unexpected + result.errors > 0)
          throw new Error(`${result.unexpected} answers of another status, ${result.errors} errors`);
        return result;
      };
      await load(5);
      const [rest, busy] = [[], []];
      for (let count = 0; count < windows; count++) rest.push(await load(seconds));
      const running = startImport(dataDir, file);
      await totalAbove(product.url, await totalAt(product.url), running);
      const [begun, before] = [performance.now(), await totalAt(product.url)];
      for (let count = 0; count < windows; count++) busy.push(await load(seconds));
      const rows = (await totalAt(product.url)) - before;
      const rate = rows / ((performance.now() - begun) / 1000);
      const whole = running.child.exitCode === null;
      await running.stop();
      return rowsOf({ jobs, rest, busy, rate, whole, seconds });
    } finally {
      await product.stop();
    }
  });
}

function rowsOf({ jobs, rest, busy, rate, whole, seconds }) {
  const part = 'import';
  const figure = (runs, at) => median(runs.map((run) => run[at]));
  const what = `/jobs of ${jobs} jobs, ${PER_SECOND} requests/s, while jobs are imported`;
  return ['p99', 'p50'].map((at) => ({
    part,
    what: `${what}: ${at} ms`,
    value: figure(busy, at),
    yardstick: figure(rest, at),
    ratio: figure(busy, at) / figure(rest, at),
    ...(at === 'p99' ? { most: 3 } : {}),
    spread: spread(busy.map((run) => run[at])),
    note:
      at === 'p99'
        ? `yardstick: at rest; ${busy.length} windows of ${seconds} s each`
        : `${rate.toFixed(0)} jobs/s imported meanwhile${whole ? '' : '; the import ended within the time'}`,
  }));
}

function startImport(dataDir, file) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'import', '--allow-incomplete', file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    // The import ends after its current batch.
    if (child.exitCode === null) child.kill('SIGINT');
    await gone;
  };
  process.once('exit', () => child.kill('SIGKILL'));
  return { child, stop };
}

async function totalAt(url) {
  const html = await (await fetch(`${url}/jobs`)).text();
  return Number((/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '').replace(/\D/g, ''));
}

/** The whole file is read once before anything is written. */
async function totalAbove(url, before, { child }) {
  for (const deadline = Date.now() + BEGIN_LIMIT_MS; Date.now() < deadline; await sleep(250)) {
    if (child.exitCode !== null) throw new Error(`the import ended with ${child.exitCode}`);
    if ((await totalAt(url)) > before) return;
  }
  throw new Error('the import does not begin to write');
}
