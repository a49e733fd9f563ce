import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The latest request on each connection, and its response. */
const last = new WeakMap<Socket, Exchange>();
/** Connections that received invalid HTTP. */
const broken = new WeakSet<Socket>();

/**
 * Tells `answerClientError` which response is the next one on the connection. Must be called for every request when its head has arrived.
 */
export function rememberExchange(exchange: Exchange): void {
  last.set(exchange.request.socket, exchange);
}

const ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};
const DEFAULT_ANSWER = [400, 'This is not an HTTP request.'] as const;
/** Time for the client to read the response, while further input is discarded: closing at once could lose the response. */
const PATIENCE_MS = 1000;

/**
 * Fastify's `clientErrorHandler`: ends a connection that receives invalid HTTP, such as a chunk without a size. Each request gets exactly
 * one response, because a second one would be mistaken for the response to another request: a body that breaks off after its request was
 * answered closes the connection without a response.
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
  const limit = setTimeout(() => socket.destroy(), PATIENCE_MS);
  socket.once('close', () => clearTimeout(limit));
}
