import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BodyWatch } from './body-watch.js';
import { answerClientError, rememberExchange } from './client-errors.js';

/** Of the request line and the headers. */
const HEADERS_MS = 20_000;
/** Of a whole request; `BodyWatch` ends most of them earlier. */
const REQUEST_MS = 31 * 60_000;
const CHECK_MS = 5000;
const BAD_REQUEST = 400;

/** For Fastify. Without them a client that sends a byte now and then keeps its connection for ever. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_MS,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
  // Whoever is on a connection when the server stops is answered, see `Connections`.
  clientErrorHandler: answerClientError,
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const;

/** The connections of a server: what may come on them, and how they end. */
export class Connections {
  private readonly bodies = new BodyWatch();
  private isEnding = false;

  /** @param server does not listen yet */
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

  /** From now on each answer is the last one of its connection. */
  endAfterAnswers(): void {
    this.isEnding = true;
  }

  /**
   * Takes no new connections, ends those on which nothing is asked, and lets the others finish.
   *
   * @param patienceMs after which the rest is cut
   * @returns how many requests were cut
   */
  async finish(limitMs: number): Promise<number> {
    this.isEnding = true;
    const { server } = this.server;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    // A request that had begun before may have promised to keep its connection.
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
    // Where the answer comes before the body was read, what is left of it would be taken for the next request, or waited for.
    const keepsAlive = raw.shouldKeepAlive;
    const { socket } = request.raw;
    const destroySoon = socket.destroySoon.bind(socket);
    raw.shouldKeepAlive = false;
    // What Node calls after the last answer of a connection.
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
 * What is wrong with the Host of a request. Which site answers, and what its pages say of their own address, follows from it; proxies and
 * servers that read two of them differently would answer one visitor with what belongs to another.
 *
 * @param rawHeaders names and values in turn, as they were sent
 * @returns undefined when there is one host at most, written as hosts are
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

/** Whether a body follows the head of a request. */
export function announcesBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

const PATIENCE_MS = 2000;
const IDLE_CHECK_MS = 50;
/** Of what still comes; it is read and thrown away. */
const MAX_BYTES = 4_000_000;

/**
 * Ends a connection after an answer that was sent before all of its request had come. Closed at once, the operating system would answer
 * what still comes with a reset, and the client would lose the answer with it: so it is told that nothing more follows, and given a moment
 * to hear that.
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
