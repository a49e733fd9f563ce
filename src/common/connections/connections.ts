import type { Socket } from 'node:net';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The latest request on each connection, and its response. */
const last = new WeakMap<Socket, Exchange>();

/** Connections that received invalid HTTP. */
const broken = new WeakSet<Socket>();

const ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};

const DEFAULT_ANSWER = [400, 'This is not an HTTP request.'] as const;

/** Time for the client to read the response, while further input is discarded: closing at once could lose the response. */
const CLOSE_PATIENCE_MS = 1000;

/**
 * Fifty megabytes over a weak mobile connection take minutes, with interruptions in tunnels; but nobody who sends a form stays below 500
 * bytes per second for half a minute.
 */
const BODY_LIMITS: BodyLimits = {
  windowMs: 30_000,
  minBytes: 15_000,
  maxMs: 120_000,
  maxUploadMs: 30 * 60_000,
};

const UPLOAD = /^(?:multipart\/form-data|application\/octet-stream)\b/i;
const TIMEOUT_ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Aborts requests whose bodies arrive so slowly that they only occupy a connection. */
export class BodyWatch {
  private readonly bodies = new Set<WatchedBody>();

  constructor(private readonly limits: BodyLimits = BODY_LIMITS) {}

  add(request: IncomingMessage, response: ServerResponse, now: number): void {
    const isUpload = UPLOAD.test(request.headers['content-type'] ?? '');
    const endsAt = now + (isUpload ? this.limits.maxUploadMs : this.limits.maxMs);
    this.bodies.add({ request, response, endsAt, since: now, bytes: request.socket.bytesRead });
  }

  /** Aborts requests that are too slow, and forgets completed ones. Must be called every few seconds. */
  check(now: number): void {
    const { windowMs, minBytes } = this.limits;
    for (const body of this.bodies) {
      const { request, endsAt, since, bytes } = body;
      if (request.complete || request.destroyed) {
        this.bodies.delete(body);
        continue;
      }
      // The server is behind with reading, not the client with sending.
      const isWaiting = request.readableLength > 0;
      const isTooSlow = !isWaiting && now - since >= windowMs && request.socket.bytesRead - bytes < minBytes;
      if (isTooSlow || now > endsAt) {
        this.bodies.delete(body);
        end(body);
      } else if (isWaiting || now - since >= windowMs)
        Object.assign(body, { since: now, bytes: request.socket.bytesRead });
    }
  }
}

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

/** Minimum speed of request bodies. */
interface BodyLimits {
  /** Length of a window; after the first one, each window must receive a minimum number of bytes. */
  windowMs: number;
  minBytes: number;
  /** Time limit of a whole body; uploads may have a longer one. */
  maxMs: number;
  maxUploadMs: number;
}

interface WatchedBody {
  request: IncomingMessage;
  response: ServerResponse;
  endsAt: number;
  /** Start of the window, and the number of bytes that the connection had received by then. */
  since: number;
  bytes: number;
}

function end({ request: { socket }, response }: WatchedBody): void {
  if (!response.headersSent && socket.writable) socket.write(TIMEOUT_ANSWER);
  socket.destroySoon();
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Tells `answerClientError` which response is the next one on the connection. Must be called for every request when its head has arrived.
 */
function rememberExchange(exchange: Exchange): void {
  last.set(exchange.request.socket, exchange);
}

/**
 * Fastify's `clientErrorHandler`: ends a connection that receives invalid HTTP, such as a chunk without a size. Each request gets exactly
 * one response, because a second one would be mistaken for the response to another request: a body that breaks off after its request was
 * answered closes the connection without a response.
 */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  if (broken.has(socket)) return;
  broken.add(socket);
  const exchange = last.get(socket);
  // Node destroys a request only if its response is not finished; the reader of the rest of the body would wait forever.
  if (exchange && !exchange.request.complete) socket.once('close', () => exchange.request.destroy(error));
  const [status, message] = ANSWERS[error.code ?? ''] ?? DEFAULT_ANSWER;
  const body = JSON.stringify({ status, message });
  if (!exchange || (exchange.request.complete && exchange.response.writableFinished)) {
    // Not even the head of a new request has arrived, so there is no response object of Node.js.
    if (socket.writable) socket.write(rawAnswer(status, body));
    closeSoon(socket);
  } else if (exchange.request.complete || exchange.response.headersSent) {
    // The response is being sent, and is the last one.
    if (exchange.response.writableFinished) closeSoon(socket);
    else exchange.response.once('close', () => closeSoon(socket)).once('finish', () => closeSoon(socket));
  } else {
    // Uses the response object, so that handlers that finish later see that the response was already sent.
    exchange.response.shouldKeepAlive = false;
    exchange.response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    exchange.response.end(body, () => closeSoon(socket));
  }
}

function rawAnswer(status: number, body: string): string {
  const head = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n');
}

function closeSoon(socket: Socket): void {
  if (socket.destroyed) return;
  socket.end();
  const limit = setTimeout(() => socket.destroy(), CLOSE_PATIENCE_MS);
  socket.once('close', () => clearTimeout(limit));
}
