// Throughput and cost of event relays, with destinations that are fast, slow, refusing connections, or black holes.
import { Agent, request as httpRequest, createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../support/products.mjs';
import { startBlackHole } from '../../support/servers/black-hole.mjs';
import { median, quantile, spread } from '../report/statistics.mjs';

const CONNECTIONS = 16;
/** Rate for each relay, a hundred times that of a busy site. */
const STEADY_PER_SECOND = 100;
const MAX_SERVER_MS = 5;
const MAX_WAIT_MS = 20;
const SLOW_MS = 30_000;
const part = 'relays';
const COOKIE = `klaro=${encodeURIComponent(JSON.stringify({ 'google-analytics': true, 'meta-pixel': true }))}`;
const RELAYS = [
  { path: '/api/gmapi', body: JSON.stringify({ event: 'ss_job_visit', params: { entity_id: '12' } }) },
  { path: '/api/conversionapi', body: JSON.stringify({ event_name: 'job_visit', custom_data: { entity_id: '12' } }) },
];

/** Destinations by their behaviour. */
const DESTINATIONS = {
  fast: () => startServer(0),
  slow: () => startServer(SLOW_MS),
  refusing: async () => {
    const { origin, close } = await startServer(0);
    await close();
    return { origin, close: () => undefined };
  },
  'a black hole': startBlackHole,
};

export async function measureRelays({ pace }) {
  const rows = [];
  for (const what of Object.keys(DESTINATIONS)) rows.push(...(await measureOne(what, pace)));
  return rows;
}

async function measureOne(what, { rounds, seconds }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const destination = await DESTINATIONS[what]();
  const product = await startProduct({
    DATA_DIR: dataDir,
    // Each request is logged with its server time.
    LOG_LEVEL: 'info',
    BACKEND_GRAPHQL_URL: 'http://127.0.0.1:1/graphql',
    SITE_FLAGS: 'default.measurementApi=on,default.conversionApi=on',
    GA_MP_ENDPOINT: `${destination.origin}/mp/collect`,
    GA_MEASUREMENT_ID: 'G-BENCH1234',
    GA_API_SECRET: 'a-secret',
    META_GRAPH_ENDPOINT: destination.origin,
    META_PIXEL_ID: '123456789',
    META_ACCESS_TOKEN: 'a-token',
  });
  try {
    await load(product.url, 1);
    const steady = [];
    for (let round = 0; round < rounds; round += 1) steady.push(await serverTimes(product, seconds));
    const measured = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await load(product.url, seconds));
    const of = (times, key) => times.map((each) => each[key]);
    const row = (figure, runs, key, budget) => ({
      part,
      what: `relays: destination is ${what}: ${figure}`,
      value: median(of(runs, key)),
      spread: spread(of(runs, key)),
      ...budget,
    });
    return [
      row('p99 of server time, ms', steady, 'p99', { most: MAX_SERVER_MS, note: steady[0].note }),
      row('events a second', measured, 'perSecond'),
      row('p99 with 16 connections, ms', measured, 'p99', { most: MAX_WAIT_MS }),
      { part, what: `relays: destination is ${what}: memory, MB`, value: residentMb(product.pid) },
    ];
  } finally {
    await product.stop();
    await destination.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends events to both relays at a steady rate. @returns the logged server times */
async function serverTimes(product, seconds) {
  const agent = new Agent({ keepAlive: true });
  product.output = '';
  const sent = [];
  const started = performance.now();
  for (let at = 0; at < STEADY_PER_SECOND * seconds; at += 1) {
    const wait = started + (at * 1000) / STEADY_PER_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    for (const relay of RELAYS) sent.push(send(product.url, relay, agent));
  }
  await Promise.all(sent);
  agent.destroy();
  const times = [...product.output.matchAll(/"path":"\/api\/(?:gmapi|conversionapi)"[^\n]*?"ms":([\d.]+)/g)];
  const p99 = quantile(
    times.map(([, ms]) => Number(ms)),
    0.99,
  );
  return { p99, note: `${2 * STEADY_PER_SECOND} events a second, ${times.length} logged in a round` };
}

async function load(url, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  const end = performance.now() + seconds * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await send(url, RELAYS[0], agent);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return { perSecond: times.length / seconds, p99: quantile(times, 0.99) };
}

function send(url, { path, body }, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), cookie: COOKIE };
    const request = httpRequest(url + path, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      if (response.statusCode !== 202) reject(new Error(`status ${response.statusCode}`));
      response.on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function startServer(afterMs) {
  const server = createServer((request, response) => {
    request.resume();
    const answer = () => response.writeHead(204).end();
    if (afterMs === 0) answer();
    else setTimeout(answer, afterMs).unref();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1000;
}
