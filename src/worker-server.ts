import { setTimeout } from 'node:timers/promises';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Backend } from '#contract/backend/backend.js';
import { CONNECTION_OPTIONS, Connections } from './common/connections/connections.js';
import { type Logger, requestId } from './common/logger.js';
import { HealthCheck } from './modules/health/health.module.js';
import { openMetrics, openTracing } from './open-telemetry.js';
import type { Origins } from './origins.js';
import type { Settings } from './settings.js';

const UNAVAILABLE = 503;

/**
 * Serves health checks at PORT, and metrics, in a process with `ROLES=worker`, besides its background jobs. All other URLs return 404, so
 * that a misconfigured proxy cannot serve pages from it.
 */
export async function listenForHealthChecks(parts: {
  settings: Settings;
  logger: Logger;
  backend: Backend;
  origins: Origins;
}): Promise<RunningServer> {
  const { settings, logger, backend, origins } = parts;
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    ...CONNECTION_OPTIONS,
  }) as unknown as FastifyInstance;
  const measured = await openMetrics(settings, server);
  const tracing = await openTracing(settings, server);
  const connections = new Connections(server);
  const check = new HealthCheck(backend);
  server.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/health/ready', async (_request, reply) => {
    const { isReady, body } = await check.report();
    return reply
      .status(isReady ? 200 : UNAVAILABLE)
      .header('cache-control', 'no-store')
      .send(body);
  });
  measured?.metrics.show({ backend });
  await measured?.metrics.listen(measured.address);
  await server.listen({ port: settings.PORT, host: settings.HOST });
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.PORT;
  origins.listenAt(port);
  return {
    url: `http://127.0.0.1:${port}`,
    welcome: [
      '',
      `  Causeboard is at http://localhost:${port} for health checks alone: this process does background jobs`,
      '',
    ],
    async close(delayMs) {
      const endsAt = Date.now() + settings.SHUTDOWN_TIMEOUT_MS;
      check.stop();
      connections.endAfterAnswers();
      await setTimeout(Math.min(delayMs, settings.SHUTDOWN_TIMEOUT_MS));
      await connections.finish(Math.max(0, endsAt - Date.now()));
      await server.close();
      await backend.close();
      await tracing?.close();
      measured?.metrics.close();
    },
  };
}

/** A running server process of any role. */
export interface RunningServer {
  /** The URL at which it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  /** Information for the person who started it, line by line. */
  welcome: string[];
  /**
   * Reports that it is not ready, waits, stops listening, lets requests in progress finish and closes the backend.
   *
   * @param delayMs how long new connections are still accepted
   */
  close(delayMs: number): Promise<void>;
}
