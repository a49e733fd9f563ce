// Cost of reading all sitemaps, and the feed for aggregators, of a site with many jobs, by one client as fast as they are sent.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsEach, idle, memoryMb, postgresOf } from '../processes.mjs';
import { startProduct } from '../../support/products.mjs';

const LOAD_LIMIT_MS = 600_000;
const SAMPLE_MS = 50;
/** Memory for pipes, batches and garbage, whatever is read and however much. */
const MAX_GROWTH_MB = 60;

export async function measureSitemaps({ folder, jobs }) {
  const product = await startProduct({ DATA_DIR: folder, SEARCH_MEMORY_MB: '4096' });
  try {
    const pids = { server: product.pid, postgres: postgresOf(folder) };
    await idle(pids, LOAD_LIMIT_MS);
    // The first read loads and compiles code, which is not measured.
    await readFiles(product.url, await filesOf(product.url));
    const index = await timed(pids, () => filesOf(product.url).then((files) => ({ bytes: 0, items: files.length })));
    const files = await filesOf(product.url);
    const ofJobs = files.filter((file) => file.includes('/jobs'));
    const middle = ofJobs[Math.floor((ofJobs.length - 1) / 2)];
    const part = await timed(pids, () => readFiles(product.url, [middle]));
    const all = await timed(pids, () => readFiles(product.url, files));
    const feed = await timed(pids, () => readOne(product.url, '/feeds/jobs.xml', '<job>'));
    return [
      { part: 'sitemap', what: `${jobs} jobs: index of ${index.items} files, ms`, value: index.ms },
      {
        part: 'sitemap',
        what: `${jobs} jobs: a file of jobs from the middle (${part.items} addresses), ms`,
        value: part.ms,
      },
      ...rowsOf(`${jobs} jobs: all files, ${all.items} addresses, ${megabytes(all)} MB`, all),
      ...rowsOf(`${jobs} jobs: feed of ${feed.items} jobs, ${megabytes(feed)} MB`, feed),
    ];
  } finally {
    await product.stop();
  }
}

function rowsOf(what, { ms, bytes, items, cpu, growth }) {
  const part = 'sitemap';
  return [
    { part, what: `${what}: MB/s`, value: bytes / 1000 / ms, note: `${Math.round(items / (ms / 1000))} entries/s` },
    {
      part,
      what: `${what}: most MB above rest in the web process`,
      value: growth,
      most: MAX_GROWTH_MB,
      note: `CPU ms an entry: web ${(cpu.server / items).toFixed(4)}, PostgreSQL ${(cpu.postgres / items).toFixed(4)}`,
    },
  ];
}

const megabytes = ({ bytes }) => (bytes / 1e6).toFixed(1);

async function filesOf(url, path = '/sitemap.xml') {
  const xml = await (await fetch(url + path)).text();
  return [...xml.matchAll(/<sitemap><loc>[^<]*?\/\/[^/]+([^<]+)<\/loc>/g)].map(([, file]) => file);
}

async function readFiles(url, files) {
  const sums = { bytes: 0, items: 0 };
  for (const file of files) {
    const { bytes, items } = await readOne(url, file, '<url>');
    sums.bytes += bytes;
    sums.items += items;
  }
  return sums;
}

/** Counts bytes without storing anything. */
async function readOne(url, path, mark) {
  const response = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  let [bytes, items, rest] = [0, 0, ''];
  const decoder = new TextDecoder('latin1');
  for await (const piece of response.body) {
    bytes += piece.length;
    const text = rest + decoder.decode(piece);
    items += text.split(mark).length - 1;
    rest = text.slice(text.lastIndexOf('<')).slice(0, mark.length - 1);
    if (rest.length >= mark.length) rest = '';
  }
  return { bytes, items };
}

/** Measures the memory growth of the web process and the CPU time. */
async function timed(pids, read) {
  const [before, cpuBefore, started] = [memoryMb(pids.server).resident, cpuMsEach(pids), performance.now()];
  let most = before;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(SAMPLE_MS)) most = Math.max(most, memoryMb(pids.server).resident);
  })();
  try {
    const result = await read();
    const ms = performance.now() - started;
    const after = cpuMsEach(pids);
    const cpu = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - cpuBefore[name]]));
    return { ...result, ms, cpu, growth: most - before };
  } finally {
    isOver = true;
    await watching;
  }
}
