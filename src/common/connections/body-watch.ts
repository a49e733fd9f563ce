import type { IncomingMessage, ServerResponse } from 'node:http';

/** Minimum speed of request bodies. */
export interface BodyLimits {
  /** Length of a window; after the first one, each window must receive a minimum number of bytes. */
  windowMs: number;
  minBytes: number;
  /** Time limit of a whole body; uploads may have a longer one. */
  maxMs: number;
  maxUploadMs: number;
}

/**
 * Fifty megabytes over a weak mobile connection take minutes, with interruptions in tunnels; but nobody who sends a form stays below 500
 * bytes per second for half a minute.
 */
export const BODY_LIMITS: BodyLimits = {
  windowMs: 30_000,
  minBytes: 15_000,
  maxMs: 120_000,
  maxUploadMs: 30 * 60_000,
};

interface WatchedBody {
  request: IncomingMessage;
  response: ServerResponse;
  endsAt: number;
  /** Start of the window, and the number of bytes that the connection had received by then. */
  since: number;
  bytes: number;
}

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

function end({ request: { socket }, response }: WatchedBody): void {
  if (!response.headersSent && socket.writable) socket.write(TIMEOUT_ANSWER);
  socket.destroySoon();
}
