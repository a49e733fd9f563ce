import type { FastifyInstance } from 'fastify';
import type { Metrics, MetricsAddress } from './modules/metrics/metrics.js';
import type { Tracing } from './modules/tracing/tracing.js';
import type { TelemetrySettings } from './settings.js';

/** Starts metrics if they are enabled; their code is loaded only then. @param server a server without any hooks yet */
export async function openMetrics(
  settings: TelemetrySettings,
  server: FastifyInstance,
): Promise<OpenMetrics | undefined> {
  if (settings.METRICS_PORT === undefined) return undefined;
  const { Metrics: Opened, metricsAddressOf } = await import('./modules/metrics/metrics.js');
  return { metrics: new Opened(server), address: metricsAddressOf(settings)! };
}

/** Starts tracing if it is enabled; its code is loaded only then. @param server a server without any hooks yet */
export async function openTracing(settings: TelemetrySettings, server: FastifyInstance): Promise<Tracing | undefined> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { Tracing: Opened } = await import('./modules/tracing/tracing.js');
  return new Opened(settings.OTEL_SERVICE_NAME, server);
}

/** The metrics, and the address at which they are served. */
export interface OpenMetrics {
  metrics: Metrics;
  address: MetricsAddress;
}
