import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The request that came last on each connection, and its answer. */
const last = new WeakMap<Socket, Exchange>();
/** Connections on which something came that is no HTTP. */
const broken = new WeakSet<Socket>();

/** Tells `answerClientError` whose answer is the next one on the connection. To be called for every request when its head has come. */
export function rememberExchange(exchange: Exchange): void {
  last.set(exchange.request.socket, exchange);
}

const ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};
const DEFAULT_ANSWER = [400, 'This is not an HTTP request.'] as const;
/** For the client to read the answer, while what it still sends is thrown away: closed at once, the answer could be lost. */
const PATIENCE_MS = 1000;

/**
 * Fastify's `clientErrorHandler`: ends a connection on which something comes that is no HTTP, such as a chunk without a size. There is one
 * answer for each request and no more, since whoever reads a second one takes it for the answer to something else: a body that breaks off
 * after its request was answered ends the connection without a word.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  if (broken.has(socket)) return;
  broken.add(socket);
  const exchange = last.get(socket);
  const [status, message] = ANSWERS[error.code ?? ''] ?? DEFAULT_ANSWER;
  const body = JSON.stringify({ status, message });
  if (!exchange || (exchange.request.complete && exchange.response.writableFinished)) {
    // Not even a head: there is nothing of Node's to answer with.
    if (socket.writable) socket.write(rawAnswer(status, body));
    closeSoon(socket);
  } else if (exchange.request.complete || exchange.response.headersSent) {
    // Its answer is on its way, and is the last one.
    if (exchange.response.writableFinished) closeSoon(socket);
    else exchange.response.once('close', () => closeSoon(socket)).once('finish', () => closeSoon(socket));
  } else {
    // By the answer itself: what a handler wants to say later finds that it has been given.
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
  const limit = setTimeout(() => socket.destroy(), PATIENCE_MS);
  socket.once('close', () => clearTimeout(limit));
}
