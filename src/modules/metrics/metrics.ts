import { createServer, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry, Counter, Gauge } from 'prom-client';
import type { Backend, QueueState } from '#contract/backend/backend.js';
import { withinMs } from '#contract/backend/deadline.js';
import { DESTINATIONS } from '#contract/measurement/relay-report.js';
import { type Settings, SettingsError } from '../../settings.js';
import type { Relays } from '../analytics-relay/index.js';
import { measureWork, HttpMetrics } from './work-metrics.js';

/** Prometheus waits ten seconds by default; one part that hangs must not block the metrics of the others. */
const PATIENCE_MS = 2000;

const PATH = '/metrics';
const OK = 200;
const NOT_FOUND = 404;
const BROKEN = 500;
const PLAIN = 'text/plain; charset=utf-8';

/** Host and port at which the metrics of this process are served. */
export interface MetricsAddress {
  host: string;
  port: number;
}

/** @returns undefined if metrics are disabled */
export function metricsAddressOf(
  settings: Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST' | 'NODE_APP_INSTANCE'>,
): MetricsAddress | undefined {
  const { METRICS_PORT: port, METRICS_HOST: host, NODE_APP_INSTANCE: instance } = settings;
  return port === undefined ? undefined : { host, port: port + instance };
}

/** The metrics of one process, served on a separate port. They cannot be reached on the public one. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly http: HttpMetrics;
  private readonly endWork: () => void;
  private readonly server: Server;

  /** @param server the public server, without any hooks yet */
  constructor(server: FastifyInstance) {
    // Memory, CPU, event loop and garbage collection, under the names used by common dashboards for Node.js.
    collectDefaultMetrics({ register: this.registry });
    this.http = new HttpMetrics(this.registry);
    this.http.watch(server);
    this.endWork = measureWork(this.registry);
    this.server = createServer((request, response) => {
      if (request.method === 'GET' && request.url?.split('?', 1)[0] === PATH) void this.answer(response);
      else response.writeHead(NOT_FOUND, { 'content-type': PLAIN }).end(`Only GET ${PATH}.\n`);
    });
  }

  /** Adds the metrics that parts of the product provide. */
  show(parts: { pageCache?: PageCacheState; relays?: Relays; backend: Backend | null }): void {
    const { pageCache, relays, backend } = parts;
    if (pageCache) showPageCache(this.registry, pageCache);
    if (relays) showRelays(this.registry, relays);
    if (backend) showBackend(this.registry, backend);
  }

  /** @throws SettingsError if the port cannot be opened */
  listen({ host, port }: MetricsAddress): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', ({ message }) => {
        reject(new SettingsError(`METRICS_PORT: metrics cannot be offered at ${host}:${port} (${message}).`));
      });
      this.server.listen(port, host, resolve);
      // The metrics server must not keep the process alive after its work has ended.
      this.server.unref();
    });
  }

  close(): void {
    this.endWork();
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(response: ServerResponse): Promise<void> {
    try {
      const text = await this.registry.metrics();
      response.writeHead(OK, { 'content-type': this.registry.contentType }).end(text);
    } catch (error) {
      response.writeHead(BROKEN, { 'content-type': PLAIN }).end(`${String(error)}\n`);
    }
  }
}

/** State of the page cache. */
interface PageCacheState {
  counts: Readonly<{ hits: number; misses: number; lastGood: number }>;
  size: Readonly<{ pages: number; bytes: number }>;
}

/** Adds metrics of the responses and the size of the page cache. */
function showPageCache(registry: Registry, cache: PageCacheState): void {
  const registers = [registry];
  new Counter({
    name: 'causeboard_page_cache_requests_total',
    help: 'Pages that may be cached, by result: hit, miss, or last_good (an older page was sent while the backend was away).',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, misses, lastGood } = cache.counts;
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
      this.inc({ result: 'last_good' }, lastGood);
    },
  });
  new Gauge({
    name: 'causeboard_page_cache_bytes',
    help: 'Memory that cached pages take.',
    registers,
    collect() {
      this.set(cache.size.bytes);
    },
  });
  new Gauge({
    name: 'causeboard_page_cache_pages',
    help: 'Pages in the cache.',
    registers,
    collect() {
      this.set(cache.size.pages);
    },
  });
}

/** Adds metrics of events that are relayed to Google and Meta: their outcomes and the queue length. */
function showRelays(registry: Registry, relays: Relays): void {
  const registers = [registry];
  new Counter({
    name: 'causeboard_relay_events_total',
    help: 'Events for Google (measurement) and Meta (conversion), by outcome. Counts of earlier processes that the queue remembers are included.',
    labelNames: ['destination', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [destination, outcomes] of Object.entries(relays.store.counts.all()))
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ destination, outcome }, count);
    },
  });
  new Gauge({
    name: 'causeboard_relay_queued_events',
    help: 'Events that wait to be sent, by destination.',
    labelNames: ['destination'],
    registers,
    collect() {
      for (const destination of DESTINATIONS) this.set({ destination }, relays.store.queue(destination).size);
    },
  });
}

/** Adds metrics of database connections and background work. Only for an embedded backend: an external one has its own metrics. */
function showBackend(registry: Registry, backend: Backend): void {
  const registers = [registry];
  new Gauge({
    name: 'causeboard_database_connections',
    help: 'Connections of the process to the database, by state: busy, idle, or max (the limit).',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle, max } = backend.connections();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'max' }, max);
    },
  });
  new Gauge({
    name: 'causeboard_database_waiting_statements',
    help: 'Statements that wait for a free connection.',
    registers,
    collect() {
      this.set(backend.connections().waiting);
    },
  });
  showQueues(registry, backend);
}

function showQueues(registry: Registry, backend: Backend): void {
  const registers = [registry];
  let pending: Promise<QueueState[] | undefined> | undefined;
  // The three gauges below are read at the same time: the first one runs the query for all of them.
  const queues = (): Promise<QueueState[] | undefined> =>
    (pending ??= withinMs(PATIENCE_MS, backend.queues())
      .catch(() => undefined)
      .finally(() => (pending = undefined)));
  new Gauge({
    name: 'causeboard_database_up',
    help: '1 if the database has answered within two seconds when the metrics were read, else 0.',
    registers,
    async collect() {
      this.set((await queues()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'causeboard_queue_tasks',
    help: 'Background tasks in the database, by kind and state, counted up to 10,000. All processes report the same numbers.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const found = (await queues()) ?? [];
      this.reset();
      for (const { kind, waiting, running, failed } of found) {
        this.set({ kind, state: 'waiting' }, waiting);
        this.set({ kind, state: 'running' }, running);
        this.set({ kind, state: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'causeboard_queue_overdue_seconds',
    help: 'How long the oldest waiting task of a kind has been due; 0 if none is. Absent while the database does not answer.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const found = (await queues()) ?? [];
      this.reset();
      for (const { kind, overdueSeconds } of found) this.set({ kind }, overdueSeconds);
    },
  });
}
