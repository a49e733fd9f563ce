import type { FastifyInstance } from 'fastify';
import type { SiteRegistry } from '../modules/sites/index.js';
import type { PageCache } from './page-cache/page-cache.js';
import { sendStored } from './send-page.js';

/** Sends pages that the cache holds at once, before anything is done that only other answers need. */
export function sendKeptPages(server: FastifyInstance, cache: PageCache, sites: SiteRegistry): void {
  server.addHook('onRequest', (request, reply, done) => {
    const site = sites.forHost(request.headers.host);
    const key = cache.keyOf(request, site);
    if (key === undefined || !cache.has(key)) {
      done();
      return;
    }
    const sent = cache.fresh(key, site).then(async (page) => {
      if (page) await sendStored(request, reply, cache, page, 'hit');
      return page !== undefined;
    });
    sent.then((isSent) => {
      if (!isSent) done();
    }, done);
  });
}
