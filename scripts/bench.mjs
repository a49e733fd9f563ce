// `npm run bench`: measures the built product, prints one table with budgets, and keeps a JSON of the run in bench-results/.
// Options: `--peers DIR` a folder with the yardsticks (default ../shared; left out where it is not there), `--skip-search`, `--skip-page`.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

install();
const { values: options } = parseArgs({
  options: {
    peers: { type: 'string', default: '../shared' },
    size: { type: 'string', default: '100000' },
    'skip-search': { type: 'boolean', default: false },
    'skip-page': { type: 'boolean', default: false },
  },
});
const { browser } = await import('./browser.mjs');
const { build } = await import('./build.mjs');
const { startProduct } = await import('../test/support/products.mjs');
const { measurePageBytes } = await import('../test/bench/page-bytes.mjs');
const { measureStart } = await import('../test/bench/start-cost.mjs');
const { measurePage, measureSearch } = await import('../test/bench/peers.mjs');

await build();
const chromium = await browser();
const peers = resolve(options.peers);
const peersThere = existsSync(join(peers, 'peers', 'measure.mjs'));
const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
const rows = [];
const report = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  rows,
};

try {
  rows.push(...(await measureStart(dataDir)));
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    rows.push(...(await measurePageBytes(product.url, chromium)));
    if (peersThere && !options['skip-page']) rows.push(...pageRows(await measurePage(peers, product.url, product.pid)));
  } finally {
    await product.stop();
  }
  if (peersThere && !options['skip-search']) rows.push(...searchRows(await measureSearch(peers, Number(options.size))));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function pageRows({ results }) {
  const [floor, ours] = ['floor', 'causeboard'].map((name) => results.find((result) => result.name === name));
  return [1, 16].flatMap((connections) => {
    const [theirs, mine] = [floor.at[connections], ours.at[connections]];
    return [
      {
        what: `/jobs, ${connections} connections: pages/s (floor ${theirs.rps.toFixed(0)})`,
        value: Math.round(mine.rps),
      },
      { what: `/jobs, ${connections} connections: throughput × floor`, value: round(mine.rps / theirs.rps) },
      {
        what: `/jobs, ${connections} connections: CPU per page × floor, without the database`,
        value: round(mine.serverCpuMsPerReq / theirs.serverCpuMsPerReq),
      },
    ];
  });
}

function searchRows({ results }) {
  const [size] = Object.keys(results);
  const { product, 'pg-tuned': tuned } = results[size];
  return [
    { what: `search over ${size} jobs, p50 ms (pg-tuned ${tuned.all.p50})`, value: product.all.p50 },
    { what: `search over ${size} jobs, p95 ms (pg-tuned ${tuned.all.p95})`, value: product.all.p95 },
    { what: `search over ${size} jobs, p50 × pg-tuned`, value: round(product.all.p50 / tuned.all.p50), budget: 1.2 },
    { what: `search over ${size} jobs, p95 × pg-tuned`, value: round(product.all.p95 / tuned.all.p95), budget: 1.2 },
    {
      what: `search over ${size} jobs, searches/s with 4 clients (pg-tuned ${tuned.throughput[4].per_s})`,
      value: product.throughput[4].per_s,
    },
    {
      what: `search over ${size} jobs, answers equal to the reference, of ${product.agree.n}`,
      value: product.agree.ok,
    },
  ];
}

function round(value) {
  return Math.round(value * 100) / 100;
}

const shown = rows.map(({ what, value, budget }) => ({
  what,
  measured: value,
  budget: budget ?? '',
  verdict: budget === undefined ? '' : value <= budget ? 'holds' : `over by ${round(value - budget)}`,
}));
console.table(shown);
console.log(`${report.cores} × ${report.cpu}, Node ${report.node}, ${report.date}`);
mkdirSync('bench-results', { recursive: true });
const file = `bench-results/${report.date.replace(/[:.]/g, '-')}.json`;
writeFileSync(file, JSON.stringify(report, null, 2));
console.log(`kept in ${file}`);
