// Time from start to ready: with a saved search index of many jobs, without jobs, and with the same jobs searched in PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './start-cost.mjs';
import { idle, postgresOf } from '../processes.mjs';
import { median, spread } from '../report/statistics.mjs';
import { startProduct } from '../../support/products.mjs';

const SNAPSHOT = 'search-index';
const LIMIT_MS = 120_000;

export async function measureStartWithSnapshot({ folder, jobs, rounds }) {
  const empty = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  try {
    // Creates the folder without jobs, and saves the index.
    for (const dataDir of [empty, folder]) await startAndStop(dataDir);
    const cases = {
      none: () => readyAfter(empty),
      snapshot: () => readyAfter(folder),
      postgres: () => readyAfter(folder, { SEARCH_MEMORY_MB: '0' }),
      rebuilt: () => {
        rmSync(join(folder, SNAPSHOT), { recursive: true, force: true });
        return readyAfter(folder);
      },
    };
    const measured = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const [name, measure] of Object.entries(cases)) measured[name].push(await measure());
    return rowsOf(measured, jobs);
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

async function startAndStop(dataDir) {
  const product = await startProduct({ DATA_DIR: dataDir });
  await idle({ server: product.pid, postgres: postgresOf(dataDir) });
  await product.stop();
}

/** Time in ms from the start of the process to the first valid responses and until all data is loaded, and CPU seconds until then. */
async function readyAfter(dataDir, settings = {}) {
  const started = performance.now();
  const product = await startProduct({ DATA_DIR: dataDir, ...settings });
  try {
    for (const path of ['/health/ready', '/jobs']) await answers(product.url + path);
    const ready = performance.now() - started;
    const readyCpu = cpuSeconds(product.pid, dataDir);
    const ago = await idle({ server: product.pid, postgres: postgresOf(dataDir) });
    const settled = performance.now() - started - ago;
    return { ready, readyCpu, settled, settledCpu: cpuSeconds(product.pid, dataDir) };
  } finally {
    await product.stop();
  }
}

async function answers(address) {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await sleep(5)) {
    const response = await fetch(address).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
  }
  throw new Error(`${address} does not answer with 200`);
}

function rowsOf(measured, jobs) {
  const part = 'start';
  const figure = (name, at) => median(measured[name].map((run) => run[at]));
  const ratio = (name, at) => figure(name, at) / figure('none', at);
  return [
    {
      part,
      what: `with a saved index of ${jobs} jobs: ms to ready and the first list`,
      value: figure('snapshot', 'ready'),
      yardstick: figure('none', 'ready'),
      ratio: ratio('snapshot', 'ready'),
      most: 2,
      spread: spread(measured.snapshot.map(({ ready }) => ready)),
      note: `yardstick: a site without jobs; CPU until then × ${ratio('snapshot', 'readyCpu').toFixed(2)}`,
    },
    {
      part,
      what: `with ${jobs} jobs in PostgreSQL alone: ms to ready and the first list`,
      value: figure('postgres', 'ready'),
      yardstick: figure('none', 'ready'),
      ratio: ratio('postgres', 'ready'),
    },
    {
      part,
      what: `with ${jobs} jobs and no saved index: ms to ready and the first list`,
      value: figure('rebuilt', 'ready'),
      yardstick: figure('none', 'ready'),
      ratio: ratio('rebuilt', 'ready'),
    },
    ...['snapshot', 'rebuilt'].map((name) => ({
      part,
      what: `${name === 'snapshot' ? 'with a saved index' : 'without one'}: ms until nothing more is loaded`,
      value: figure(name, 'settled'),
      yardstick: figure('none', 'settled'),
      ratio: ratio(name, 'settled'),
      note: `CPU s ${figure(name, 'settledCpu').toFixed(1)}, of a site without jobs ${figure('none', 'settledCpu').toFixed(1)}`,
    })),
  ];
}
