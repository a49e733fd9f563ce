import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Histogram, type Registry, Gauge } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { knownOperations } from '#contract/backend/graphql-over-http.js';
import {
  type BackgroundTask,
  backgroundTasks,
  type FileStoreCall,
  fileStoreCalls,
  type GraphqlCall,
  graphqlCalls,
  type SearchRun,
  searchRuns,
} from '#shared/telemetry/telemetry.js';
import { nameRoute, routeOf } from '../../common/request-route.js';

/** Replaces every value beyond the limit. */
const OTHER = 'other';

/**
 * Limits the number of values of a label. Each value is a series that Prometheus stores for weeks, so visitors must not be able to create
 * new ones. All values should come from the product itself; this is the safeguard in case one of them does not.
 */
class BoundedLabels {
  private readonly known = new Set<string>();

  constructor(private readonly maxValues: number) {}

  /** @returns the value, or `other` if there are too many values already */
  of(value: string): string {
    if (this.known.has(value)) return value;
    if (this.known.size >= this.maxValues) return OTHER;
    this.known.add(value);
    return value;
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const MAX_ROUTES = 400;

/** Route label of requests without a matching route. */
const NO_ROUTE = 'none';

/** Status label of requests whose client disconnected before the response began. */
const ABORTED = 'aborted';

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts all requests to the public server by method, route and status, and measures the response times. */
export class HttpMetrics {
  private readonly requests: Counter;
  private readonly durations: Histogram;
  private readonly pending: Gauge;
  private readonly routes = new BoundedLabels(MAX_ROUTES);
  private readonly counters = new Map<string, Counter.Internal>();
  private readonly timers = new Map<string, Histogram.Internal<'route'>>();
  private readonly counted = new WeakSet<IncomingMessage>();

  constructor(registry: Registry) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'causeboard_http_requests_total',
      help: 'Requests that were answered, by method, route and status. The status is "aborted" where the client left before.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.durations = new Histogram({
      name: 'causeboard_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer, by route.',
      labelNames: ['route'],
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.pending = new Gauge({
      name: 'causeboard_http_requests_pending',
      help: 'Requests that are being answered.',
      registers,
    });
    this.pending.set(0);
  }

  /** Must be called before any other hook is added: a hook that sends a response would hide the request from later ones. */
  watch(server: FastifyInstance): void {
    // Fastify rejects some requests before any hook runs, such as those whose URL cannot be decoded.
    server.server.prependListener('request', (request, response) => this.begin(request, response));
    server.addHook('onRequest', (request, reply, done) => {
      // If HOST is a name with several addresses, only Fastify has access to the second server.
      this.begin(request.raw, reply.raw);
      const { url } = request.routeOptions;
      if (url !== undefined) nameRoute(request.raw, url);
      done();
    });
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    if (this.counted.has(request)) return;
    this.counted.add(request);
    const startedAt = performance.now();
    this.pending.inc();
    // Emitted once for each response, whether it was sent or the connection was closed.
    response.once('close', () => this.end(request, response, startedAt));
  }

  private end(request: IncomingMessage, response: ServerResponse, startedAt: number): void {
    this.pending.dec();
    const route = this.routes.of(routeOf(request) ?? NO_ROUTE);
    const method = METHODS.has(request.method ?? '') ? request.method! : OTHER;
    const status = response.headersSent ? String(response.statusCode) : ABORTED;
    const key = `${method} ${status} ${route}`;
    let counter = this.counters.get(key);
    if (!counter) this.counters.set(key, (counter = this.requests.labels({ method, route, status })));
    counter.inc();
    let timer = this.timers.get(route);
    if (!timer) this.timers.set(route, (timer = this.durations.labels({ route })));
    timer.observe((performance.now() - startedAt) / 1000);
  }
}

/** Outcome label of a call that threw an exception, which is a bug. */
const BROKEN = 'broken';
/** Histogram buckets in seconds. Reading a feed may take minutes. */
const TASK_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Measures GraphQL operations, searches, requests to the file store and background tasks. @returns a function that stops measuring */
export function measureWork(registry: Registry): () => void {
  const ends = [
    measureGraphql(registry),
    measureSearches(registry),
    measureFileStore(registry),
    measureTasks(registry),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function measureGraphql(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'causeboard_graphql_operations_total',
    help: 'Operations that were asked of the backend, by name and outcome: ok, or the kind of the failure.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'causeboard_graphql_operation_duration_seconds',
    help: 'How long the backend took to answer an operation, by name.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const asyncEnd = ({ operationName, outcome = BROKEN, startedAt }: GraphqlCall): void => {
    // In development, and in a standalone backend, clients may send any operation, with any name.
    const operation = knownOperations.has(operationName) ? operationName : OTHER;
    total.inc({ operation, outcome });
    durations.observe({ operation }, (performance.now() - startedAt) / 1000);
  };
  const listeners = { ...SILENT, asyncEnd };
  graphqlCalls.subscribe(listeners);
  return () => graphqlCalls.unsubscribe(listeners);
}

function measureSearches(registry: Registry): () => void {
  const durations = new Histogram({
    name: 'causeboard_search_duration_seconds',
    help: 'Searches that no cache has answered, by index and by the engine that did: memory or postgres.',
    labelNames: ['index', 'engine'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'causeboard_search_failures_total',
    help: 'Searches that no engine could answer, by index.',
    labelNames: ['index'],
    registers: [registry],
  });
  const asyncEnd = ({ index, engine, startedAt }: SearchRun): void => {
    if (engine) durations.observe({ index, engine }, (performance.now() - startedAt) / 1000);
    else failures.inc({ index });
  };
  const listeners = { ...SILENT, asyncEnd };
  searchRuns.subscribe(listeners);
  return () => searchRuns.unsubscribe(listeners);
}

function measureFileStore(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'causeboard_file_store_requests_total',
    help: 'Requests to the object storage for files, by operation and outcome: ok, missing, unreachable or refused.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'causeboard_file_store_request_duration_seconds',
    help: 'How long the object storage for files took until it began to answer, by operation.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const asyncEnd = ({ operation, outcome = BROKEN, startedAt }: FileStoreCall): void => {
    total.inc({ operation, outcome });
    durations.observe({ operation }, (performance.now() - startedAt) / 1000);
  };
  const listeners = { ...SILENT, asyncEnd };
  fileStoreCalls.subscribe(listeners);
  return () => fileStoreCalls.unsubscribe(listeners);
}

function measureTasks(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'causeboard_background_tasks_total',
    help: 'Background tasks that this process has done, by kind, task and outcome: ok, failed, put_off, given_up, dropped or busy.',
    labelNames: ['kind', 'task', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'causeboard_background_task_duration_seconds',
    help: 'How long background tasks took, by kind.',
    labelNames: ['kind'],
    buckets: TASK_BUCKETS,
    registers,
  });
  const asyncEnd = (task: BackgroundTask & { error?: unknown }): void => {
    const { kind, name, outcome = 'ok', startedAt } = task;
    total.inc({ kind, task: name, outcome: 'error' in task ? 'failed' : outcome });
    durations.observe({ kind }, (performance.now() - startedAt) / 1000);
  };
  const listeners = { ...SILENT, asyncEnd };
  backgroundTasks.subscribe(listeners);
  return () => backgroundTasks.unsubscribe(listeners);
}

const ignore = (): void => undefined;
/** A tracing channel requires subscribers for all of its phases. */
const SILENT = { start: ignore, end: ignore, asyncStart: ignore, error: ignore };
