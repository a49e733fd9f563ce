import type { FastifyInstance } from 'fastify';

/**
 * Sends `nosniff` with every response of the session protocol, including errors and rate limit responses, so that browsers do not interpret
 * content from clients as another type.
 *
 * @param authPath base path of the session protocol
 */
export function addProtocolHeaders(server: FastifyInstance, authPath: string): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    const next = url[authPath.length];
    if (url.startsWith(authPath) && (next === undefined || next === '/' || next === '?'))
      void reply.header('x-content-type-options', 'nosniff');
    done();
  });
}
