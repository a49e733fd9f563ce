import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import { LOGIN_PATH } from '#contract/pages/paths.js';

export interface LoginLimits {
  /** Base path of the session protocol. */
  authPath: string;
  atOnce: number;
  /** A login that arrives when this many are waiting proceeds at once; the backend then reports whether it is too busy. */
  maxWaiting: number;
}

/**
 * Processes simultaneous logins a few at a time, so that pages are served in between. A login enters the queue only after its body was
 * read, so a slow upload does not block others.
 */
export function queueLogins(server: FastifyInstance, { authPath, atOnce, maxWaiting }: LoginLimits): void {
  // Logins through the protocol, and through the form of the page in any locale.
  const logins = [`${authPath}/callback/credentials`, LOGIN_PATH];
  const queue = new PQueue({ concurrency: atOnce });
  server.addHook('preValidation', (request, reply, done) => {
    if (request.method !== 'POST' || !isOneOf(logins, request.url) || queue.size >= maxWaiting) {
      done();
      return;
    }
    // A turn ends with the response, or when the client disconnects.
    const turn = () =>
      new Promise<void>((resolve) => {
        if (reply.raw.closed) {
          resolve();
          return;
        }
        reply.raw.once('close', resolve);
        done();
      });
    void queue.add(turn);
  });
}

function isOneOf(paths: readonly string[], url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return paths.some((each) => path.endsWith(each));
}
