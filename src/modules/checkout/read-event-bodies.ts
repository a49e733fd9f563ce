import type { FastifyInstance } from 'fastify';
import { STRIPE_EVENTS_PATH } from '#contract/pages/paths.js';

/** Maximum size of a Stripe event in bytes. */
const MAX_EVENT_BYTES = 300_000;

/**
 * Leaves the body of events unparsed, because its signature covers these bytes. Bodies of all other routes are parsed as before, since the
 * content type is changed for this route only.
 */
export function readEventBodies(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && request.url.split('?')[0] === STRIPE_EVENTS_PATH)
      request.headers['content-type'] = EVENT_TYPE;
    done();
  });
  server.addContentTypeParser(EVENT_TYPE, { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
}

const EVENT_TYPE = 'application/vnd.causeboard.event';
