import type { FastifyInstance } from 'fastify';
import { CONVERSION_API_PATH, MEASUREMENT_API_PATH } from '#contract/measurement/events.js';
import { MAX_RELAY_BODY_BYTES } from './admission/relay-bodies.js';

/** Rejects large bodies before they are read, because events are small. Must be called before routes are added. */
export function limitRelayBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.url === MEASUREMENT_API_PATH || route.url === CONVERSION_API_PATH) route.bodyLimit = MAX_RELAY_BODY_BYTES;
  });
}
