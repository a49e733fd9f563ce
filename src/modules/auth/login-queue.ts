import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import { LOGIN_PATH } from '#contract/pages/paths.js';

export interface LoginLimits {
  /** Where the session protocol is. */
  authPath: string;
  atOnce: number;
  /** Who comes when so many wait goes on at once, and hears from the backend whether it is busy. */
  maxWaiting: number;
}

/**
 * Lets people who log in at the same time be served a few at a time, so that pages are answered in between. Their bodies have been read
 * before they wait: who sends slowly holds nobody up.
 */
export function queueLogins(server: FastifyInstance, { authPath, atOnce, maxWaiting }: LoginLimits): void {
  // By the protocol, and by the form of the page, whatever its locale.
  const logins = [`${authPath}/callback/credentials`, LOGIN_PATH];
  const queue = new PQueue({ concurrency: atOnce });
  server.addHook('preValidation', (request, reply, done) => {
    if (request.method !== 'POST' || !isOneOf(logins, request.url) || queue.size >= maxWaiting) {
      done();
      return;
    }
    // Its turn ends with its answer, or when nobody waits for that any more.
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
