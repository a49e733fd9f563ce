import { createServer, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Backend } from '#contract/backend/backend.js';
import { type Settings, SettingsError } from '../../settings.js';
import type { Relays } from '../analytics-relay/index.js';
import { type PageCacheState, showBackend, showPageCache, showRelays } from './state-metrics.js';
import { measureWork, HttpMetrics } from './work-metrics.js';

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
