import type { FastifyInstance } from 'fastify';
import { deadlineOf } from '../common/request-deadline.js';
import type { SiteRegistry } from '../modules/sites/index.js';
import type { PageCache } from './page-cache/page-cache.js';
import { sendStored } from './send-page.js';

/**
 * Sends pages that the cache holds at once, before anything is done that only other answers need.
 *
 * @param timeoutMs how long a request may wait for the backend in all
 */
export function sendCachedPages(
  server: FastifyInstance,
  { cache, sites, timeoutMs }: { cache: PageCache; sites: SiteRegistry; timeoutMs: number },
): void {
  server.addHook('onRequest', (request, reply, done) => {
    const site = sites.forHost(request.headers.host);
    const key = cache.keyOf(request, site);
    if (key === undefined || !cache.has(key)) {
      done();
      return;
    }
    deadlineOf(request, timeoutMs);
    // Chained by hand: each promise more is felt at ten thousand pages a second.
    cache.version(site).then((version) => {
      const page = cache.current(key, version);
      if (!page) done();
      else sendStored(request, reply, cache, page, 'hit')?.catch(done);
    }, done);
  });
}
