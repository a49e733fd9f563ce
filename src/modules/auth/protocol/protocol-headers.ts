import type { FastifyInstance } from 'fastify';

/**
 * Every answer of the session protocol, errors and refusals of limits included, is what its content type says: no browser guesses that
 * something else was meant, whatever a client may have got into it.
 *
 * @param authPath where the session protocol is
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
