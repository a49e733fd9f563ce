// One autocannon run with a limit: the task is JSON on stdin, the result JSON on stdout. See `closedLoad`.
import autocannon from 'autocannon';
import { text } from 'node:stream/consumers';
import { quantile } from '../report/statistics.mjs';
import { VISITOR } from './visitor.mjs';

const { url, requests, connections, seconds, offset, headers, once } = JSON.parse(await text(process.stdin));
if (new URL(url).hostname !== '127.0.0.1') throw new Error('only 127.0.0.1');

// autocannon's own histogram only has whole milliseconds.
const times = [];
let unexpected = 0;
let bytes = 0;
let started = 0;
let client = 0;
const expected = new Set(requests.map(({ status = 200 }) => status));
const prepared = requests.map(({ path, method = 'GET', body, headers: own }) => ({
  method,
  path,
  body,
  headers: { ...VISITOR, ...headers, ...own },
}));

const run = autocannon(
  {
    url,
    connections,
    // With an amount, each connection requests its part of the list, and the run is not limited by time.
    ...(once ? { amount: requests.length } : { duration: seconds }),
    pipelining: 1,
    timeout: 20,
    excludeErrorStats: true,
    requests: [{ ...prepared[0] }],
    // If connections walked through the list in step, they would request the same page at the same time.
    setupClient: (one) => {
      const first = (offset + Math.floor((client++ * prepared.length) / connections)) % prepared.length;
      one.setRequests([...prepared.slice(first), ...prepared.slice(0, first)]);
    },
  },
  (error, result) => {
    if (error) throw error;
    const cpu = process.cpuUsage();
    const wall = (performance.now() - started) / 1000;
    process.stdout.write(
      JSON.stringify({
        perSecond: times.length / wall,
        responses: times.length,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        p99: quantile(times, 0.99),
        most: quantile(times, 1),
        bytes: Math.round(bytes / Math.max(times.length, 1)),
        unexpected,
        errors: result.errors + result.timeouts,
        loadCpuMs: (cpu.user + cpu.system) / 1000,
      }),
      () => process.exit(0),
    );
  },
);
started = performance.now();
if (once) setTimeout(() => run.stop(), 1000 * seconds).unref();
run.on('response', (_client, status, size, ms) => {
  if (!expected.has(status)) unexpected++;
  times.push(ms);
  bytes += size;
});
