import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BodyWatch } from './body-watch.js';
import { closeGently } from './close-gently.js';
import { announcesBody, hostError } from './request-head.js';

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
      const fault = hostError(request.headers.host, request.raw.rawHeaders);
      this.prepare(request, reply);
      if (fault === undefined) done();
      else void reply.code(BAD_REQUEST).send({ status: BAD_REQUEST, message: fault, requestId: request.id });
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
  async finish(patienceMs: number): Promise<number> {
    this.isEnding = true;
    const { server } = this.server;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    // A request that had begun before may have promised to keep its connection.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      limit = setTimeout(() => resolve('late'), patienceMs);
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
