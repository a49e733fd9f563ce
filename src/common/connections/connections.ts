import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BodyWatch } from './body-watch.js';
import { answerClientError, rememberExchange } from './client-errors.js';

/** Time limit for the request line and the headers. */
const HEADERS_MS = 20_000;
/** Time limit for a whole request; `BodyWatch` aborts most slow requests earlier. */
const REQUEST_MS = 31 * 60_000;
const CHECK_MS = 5000;
const BAD_REQUEST = 400;

/** Options for Fastify. Without them a client that occasionally sends a byte would keep its connection forever. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_MS,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
  // When the server stops, requests on open connections are still answered, see `Connections`.
  clientErrorHandler: answerClientError,
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const;

/** Limits what connections of a server may receive, and closes them in an orderly way. */
export class Connections {
  private readonly bodies = new BodyWatch();
  private isEnding = false;

  /** @param server must not be listening yet */
  constructor(private readonly server: FastifyInstance) {
    server.addHook('onRequest', (request, reply, done) => {
      const violation = hostError(request.headers.host, request.raw.rawHeaders);
      this.prepare(request, reply);
      if (violation === undefined) done();
      else void reply.code(BAD_REQUEST).send({ status: BAD_REQUEST, message: violation, requestId: request.id });
    });
    const timer = setInterval(() => this.bodies.check(Date.now()), CHECK_MS).unref();
    server.addHook('onClose', (_instance, done) => {
      clearInterval(timer);
      done();
    });
  }

  /** Makes each further response the last one of its connection. */
  endAfterAnswers(): void {
    this.isEnding = true;
  }

  /**
   * Accepts no new connections, closes idle ones, and lets the others finish.
   *
   * @param limitMs time after which the remaining connections are closed
   * @returns the number of aborted requests
   */
  async finish(limitMs: number): Promise<number> {
    this.isEnding = true;
    const { server } = this.server;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    // Responses that began before may have promised to keep their connections open.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      limit = setTimeout(() => resolve('late'), limitMs);
    });
    const outcome = await Promise.race([closed, late]);
    clearInterval(sweep);
    clearTimeout(limit);
    if (outcome !== 'late') return 0;
    const open = await new Promise<number>((resolve) => {
      server.getConnections((_error, count) => resolve(count));
    });
    server.closeAllConnections();
    return open;
  }

  private prepare(request: FastifyRequest, { raw }: FastifyReply): void {
    rememberExchange({ request: request.raw, response: raw });
    if (this.isEnding) raw.shouldKeepAlive = false;
    if (!announcesBody(request.headers)) return;
    // If the response is sent before the whole body was read, the rest would be mistaken for the next request, or waited for.
    const keepsAlive = raw.shouldKeepAlive;
    const { socket } = request.raw;
    const destroySoon = socket.destroySoon.bind(socket);
    raw.shouldKeepAlive = false;
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => closeGently(socket);
    request.raw.once('end', () => {
      raw.shouldKeepAlive = keepsAlive && !this.isEnding;
      socket.destroySoon = destroySoon;
    });
    this.bodies.add(request.raw, raw, Date.now());
  }
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Checks the Host of a request. It selects the site and the origin in its pages; proxies and servers that interpret two Host headers
 * differently would send one visitor the response for another.
 *
 * @param rawHeaders alternating names and values, as sent
 * @returns undefined if there is at most one host, and it is valid
 */
export function hostError(host: string | undefined, rawHeaders: readonly string[]): string | undefined {
  if (host !== undefined && !HOST.test(host)) return 'The Host header is not a host.';
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1 ? 'There is more than one Host header.' : undefined;
}

/** Whether a request has a body, according to its headers. */
export function announcesBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

const PATIENCE_MS = 2000;
const IDLE_CHECK_MS = 50;
/** Maximum number of further bytes that are read and discarded. */
const MAX_BYTES = 4_000_000;

/**
 * Closes a connection after a response that was sent before the whole request had arrived. If it were closed at once, the operating system
 * would answer further data with a reset, and the client could lose the response. So only the sending side is closed first, and the client
 * gets some time to react.
 */
function closeGently(socket: Socket): void {
  socket.end();
  const [before, endsAt] = [socket.bytesRead, Date.now() + PATIENCE_MS];
  const timer = setInterval(() => {
    if (Date.now() > endsAt || socket.bytesRead - before > MAX_BYTES) socket.destroy();
  }, IDLE_CHECK_MS);
  if (socket.destroyed) clearInterval(timer);
  else socket.once('close', () => clearInterval(timer));
}
