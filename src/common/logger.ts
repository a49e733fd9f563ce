import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentTraceId } from '#shared/telemetry/telemetry.js';

export type { Logger };

/** Structured logs on standard output: no personal data, no secrets. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
    redact: ['req.headers.cookie', 'req.headers.authorization'],
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  });
}

/** Adapts the logger for Nest; its start-up messages appear only at level debug. */
export function nestLogger(logger: Logger): LoggerService {
  const text = (message: unknown) => (message instanceof Error ? message.message : String(message));
  return {
    log: (message: unknown) => logger.debug(text(message)),
    debug: (message: unknown) => logger.debug(text(message)),
    verbose: (message: unknown) => logger.trace(text(message)),
    warn: (message: unknown) => logger.warn(text(message)),
    error: (message: unknown, stack?: unknown) => logger.error({ stack }, text(message)),
    fatal: (message: unknown) => logger.fatal(text(message)),
  };
}

/** Returns the id sent by the caller (such as a proxy) if it is well-formed, otherwise a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
