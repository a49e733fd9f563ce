import type { IncomingMessage, ServerResponse } from 'node:http';

/** How slowly a body may come. */
export interface BodyLimits {
  /** So much has to come in each window, once the first one is over. */
  windowMs: number;
  minBytes: number;
  /** A whole body; of uploads one may take longer. */
  maxMs: number;
  maxUploadMs: number;
}

/**
 * Fifty megabytes from a phone with two bars take minutes, and pass through tunnels; nobody who fills in a form is as slow as 500 bytes a
 * second for half a minute.
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
  /** When the window began, and what the connection had received by then. */
  since: number;
  bytes: number;
}

const UPLOAD = /^(?:multipart\/form-data|application\/octet-stream)\b/i;
const TIMEOUT_ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Ends requests whose bodies come so slowly that they only hold their connection. */
export class BodyWatch {
  private readonly bodies = new Set<WatchedBody>();

  constructor(private readonly limits: BodyLimits = BODY_LIMITS) {}

  add(request: IncomingMessage, response: ServerResponse, now: number): void {
    const isUpload = UPLOAD.test(request.headers['content-type'] ?? '');
    const endsAt = now + (isUpload ? this.limits.maxUploadMs : this.limits.maxMs);
    this.bodies.add({ request, response, endsAt, since: now, bytes: request.socket.bytesRead });
  }

  /** Ends what is too slow by now, and forgets what has come. To be called every few seconds. */
  check(now: number): void {
    const { windowMs, minBytes } = this.limits;
    for (const body of this.bodies) {
      const { request, endsAt, since, bytes } = body;
      if (request.complete || request.destroyed) {
        this.bodies.delete(body);
        continue;
      }
      // It waits for us, not we for it.
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
