// What the relays of events take and cost: requests with a destination that answers, and with one that never does.
import { Agent, request as httpRequest, createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../support/products.mjs';
import { median, spread } from '../report/statistics.mjs';

const CONNECTIONS = 16;
const part = 'relays';
const COOKIE = `klaro=${encodeURIComponent(JSON.stringify({ 'google-analytics': true }))}`;
const BODY = JSON.stringify({ event: 'ss_job_visit', params: { entity_id: '12' } });

export async function measureRelays({ pace }) {
  const rows = [];
  for (const answers of [true, false]) rows.push(...(await measureOne(answers, pace)));
  return rows;
}

async function measureOne(answers, { rounds, seconds }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const server = createServer((request, response) => {
    request.resume();
    if (answers) response.writeHead(204).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const product = await startProduct({
    DATA_DIR: dataDir,
    BACKEND_GRAPHQL_URL: 'http://127.0.0.1:1/graphql',
    SITE_FLAGS: 'default.measurementApi=on',
    GA_MP_ENDPOINT: `http://127.0.0.1:${server.address().port}/mp/collect`,
    GA_MEASUREMENT_ID: 'G-BENCH1234',
    GA_API_SECRET: 'a-secret',
  });
  try {
    await load(product.url, 1);
    const measured = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await load(product.url, seconds));
    const [rates, times] = [measured.map(({ perSecond }) => perSecond), measured.map(({ p99 }) => p99)];
    const what = answers ? 'destination answers' : 'destination is silent';
    return [
      { part, what: `relays: ${what}: events a second`, value: median(rates), spread: spread(rates) },
      { part, what: `relays: ${what}: p99, ms`, value: median(times), most: 20, spread: spread(times) },
      { part, what: `relays: ${what}: memory, MB`, value: residentMb(product.pid) },
    ];
  } finally {
    await product.stop();
    server.closeAllConnections();
    server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function load(url, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  const end = performance.now() + seconds * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await send(`${url}/api/gmapi`, agent);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  times.sort((one, other) => one - other);
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] };
}

function send(url, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY), cookie: COOKIE };
    const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      if (response.statusCode !== 202) reject(new Error(`status ${response.statusCode}`));
      response.on('end', resolve);
    });
    request.on('error', reject);
    request.end(BODY);
  });
}

function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1000;
}
