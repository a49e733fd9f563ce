import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Scrape } from '../../support/telemetry/prometheus-text.js';

const START_MS = 120_000;
const TOTAL = 'causeboard_http_requests_total';
const QUESTION = JSON.stringify({ operationName: 'FacetTerms', variables: {} });

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** @returns the status of the response */
function ask(url: string, agent: Agent, { method = 'GET', path, headers = {}, body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { host: 'localhost', ...(body ? { 'content-type': 'application/json' } : {}), ...headers };
    const { hostname, port } = new URL(url);
    request({ hostname, port, method, path, agent, headers: all }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}

describe('metrics of two processes', () => {
  let firstPort: number;
  const products: RunningProduct[] = [];
  const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 4 }));

  const start = (instance: number) =>
    startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      METRICS_PORT: String(firstPort),
      NODE_APP_INSTANCE: String(instance),
    });
  const scrape = (instance: number) => Scrape.of(firstPort + instance);
  const send = (instance: number, asked: Asked) => ask(products[instance]!.url, agents[instance]!, asked);

  beforeAll(async () => {
    firstPort = await freePort();
    products.push(...(await Promise.all([start(0), start(1)])));
  }, START_MS);
  afterAll(async () => {
    for (const agent of agents) agent.destroy();
    for (const product of products) await product.stop();
  });

  /** All kinds of requests; some are refused before routing. */
  const KINDS: readonly Asked[] = [
    { path: '/' },
    { path: '/jobs' },
    { path: '/jobs?page=2' },
    { path: '/no-such-page' },
    { path: '/%ff' },
    { path: '/jobs/' },
    { path: '/health/live' },
    { method: 'HEAD', path: '/jobs' },
    { method: 'PUT', path: '/jobs' },
    { method: 'POST', path: '/graphql', body: QUESTION },
    { method: 'POST', path: '/graphql', body: '{' },
    { path: '/', headers: { host: 'not a host' } },
  ];

  it(
    '[OPS-03] count every request that was sent, although one of the processes is killed in between',
    async () => {
      const ROUNDS = 20;
      const sendAll = async (instance: number) => {
        const statuses = new Map<number, number>();
        // Several requests at a time, over a few connections.
        for (let round = 0; round < ROUNDS; round++)
          for (const status of await Promise.all(KINDS.map((asked) => send(instance, asked))))
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
        return statuses;
      };
      const sent = KINDS.length * ROUNDS;
      const statuses = await Promise.all([sendAll(0), sendAll(1)]);
      const before = [await scrape(0), await scrape(1)] as const;
      for (const instance of [0, 1] as const) {
        expect(before[instance].sum(TOTAL)).toBe(sent);
        expect(before[instance].sum('causeboard_http_request_duration_seconds_count')).toBe(sent);
        expect(before[instance].sum('causeboard_http_requests_pending')).toBe(0);
        for (const [status, count] of statuses[instance])
          expect([status, before[instance].sum(TOTAL, { status: String(status) })]).toEqual([status, count]);
      }

      products[1]!.child.kill('SIGKILL');
      await products[1]!.exited;
      products[1] = await start(1);
      const fresh = await scrape(1);
      expect(fresh.sum(TOTAL)).toBe(0);
      expect(fresh.sum('process_start_time_seconds')).toBeGreaterThan(before[1].sum('process_start_time_seconds'));

      await Promise.all([sendAll(0), sendAll(1)]);
      const after = [await scrape(0), await scrape(1)] as const;
      expect(after[0].sum(TOTAL)).toBe(2 * sent);
      // The sum that `increase()` computes: the value before the reset and the one after it.
      expect(before[1].sum(TOTAL) + after[1].sum(TOTAL)).toBe(2 * sent);
    },
    START_MS,
  );

  it('[OPS-03] name pages and routes by their pattern', async () => {
    const before = await scrape(0);
    for (let count = 0; count < 3; count++) {
      await send(0, { path: `/jobs?search=word${count}` });
      await send(0, { path: '/health/ready' });
    }
    const after = await scrape(0);
    const added = (labels: Record<string, string>) => after.sum(TOTAL, labels) - before.sum(TOTAL, labels);
    expect(added({ route: '/jobs', method: 'GET', status: '200' })).toBe(3);
    expect(added({ route: '/health/ready', status: '200' })).toBe(3);
    expect([...after.valuesOf('route')].filter((route) => route.includes('word') || route.includes('?'))).toEqual([]);
  });

  it('[OPS-03] do not get more series, whatever hosts, addresses, operations and methods are sent', async () => {
    const hostile = async (from: number) => {
      for (let index = from; index < from + 40; index++) {
        const name = `Hostile${index}`;
        await send(0, { path: '/jobs', headers: { host: `h${index}.example.org` } });
        await send(0, { path: `/hostile-${index}/x?y=${index}` });
        await send(0, { path: `/jobs/${index}-title` });
        await send(0, { path: `/api/${name}` });
        await send(0, { method: 'POST', path: `/form-${index}` });
        await send(0, { method: 'POST', path: '/graphql', body: JSON.stringify({ operationName: name }) });
        const body = JSON.stringify({ operationName: name, query: `query ${name} { viewer { id } }` });
        await send(0, { method: 'POST', path: '/graphql', body });
        await rawRequest(products[0]!.url, `${['LOCK', 'PURGE', 'REPORT', 'MKCOL'][index % 4]!} /a${index} HTTP/1.1`);
      }
    };
    await hostile(0);
    const before = await scrape(0);
    await hostile(1000);
    const after = await scrape(0);
    const series = ({ samples }: Scrape) =>
      samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`).filter((each) => !/^nodejs_/.test(each));
    expect(series(after).filter((each) => !series(before).includes(each))).toEqual([]);
    expect(JSON.stringify(after.samples)).not.toMatch(/hostile|example\.org|"LOCK"/i);
    expect(after.sum(TOTAL) - before.sum(TOTAL)).toBe(40 * 8);
  }, 60_000);

  it('[OPS-03] describe the page cache, GraphQL, searches, the database, queues, relays and the process', async () => {
    const before = await scrape(0);
    const path = '/jobs?search=metricsword';
    for (let count = 0; count < 3; count++) await send(0, { path });
    await send(0, { method: 'POST', path: '/graphql', body: QUESTION });
    const after = await scrape(0);
    const added = (name: string, labels: Record<string, string> = {}) =>
      after.sum(name, labels) - before.sum(name, labels);
    const [misses, hits] = ['miss', 'hit'].map((result) => added('causeboard_page_cache_requests_total', { result }));
    // Another test may have changed the data between two requests.
    expect([misses! + hits!, misses! > 0, hits! > 0]).toEqual([3, true, true]);
    expect(after.sum('causeboard_page_cache_bytes')).toBeGreaterThan(1000);
    expect(after.sum('causeboard_page_cache_pages')).toBeGreaterThan(0);
    const operation = 'FacetTerms';
    expect(added('causeboard_graphql_operations_total', { operation, outcome: 'ok' })).toBeGreaterThanOrEqual(1);
    expect(added('causeboard_graphql_operation_duration_seconds_count', { operation })).toBe(
      added('causeboard_graphql_operations_total', { operation }),
    );
    expect(added('causeboard_search_duration_seconds_count', { index: 'job' })).toBeGreaterThanOrEqual(1);
    for (const { labels } of after.find('causeboard_search_duration_seconds_count'))
      expect(['memory', 'postgres']).toContain(labels.engine);
    expect(after.sum('causeboard_database_up')).toBe(1);
    expect(after.sum('causeboard_database_connections', { state: 'max' })).toBe(10);
    for (const kind of ['mail', 'feed', 'publish', 'expire', 'payment', 'reminder', 'file']) {
      expect(after.find('causeboard_queue_tasks', { kind })).toHaveLength(3);
      expect(after.find('causeboard_queue_overdue_seconds', { kind })).toHaveLength(1);
    }
    expect(after.find('causeboard_relay_queued_events')).toHaveLength(2);
    expect(after.sum('process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
    expect(after.find('nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
  });

  it('[OPS-03] are not served on the public port, and their port serves nothing else', async () => {
    const answer = await fetch(`${products[0]!.url}/metrics`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('causeboard_http');
    for (const path of ['/', '/jobs', '/metrics/x'])
      expect((await fetch(`http://127.0.0.1:${firstPort}${path}`)).status).toBe(404);
  });

  it(
    '[OPS-03] name the setting if their port is in use',
    async () => {
      const settings = { DATA_DIR: process.env.TEST_DATA_DIR!, METRICS_PORT: String(firstPort) };
      await expect(startProduct(settings)).rejects.toThrow('METRICS_PORT: metrics cannot be offered at 127.0.0.1:');
    },
    START_MS,
  );
});

/** Sends a request with a method that Node's HTTP clients do not support. */
function rawRequest(url: string, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.end(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    socket
      .resume()
      .on('error', reject)
      .on('close', () => resolve());
  });
}
