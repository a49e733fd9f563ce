import { type Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { nameRoute } from '../common/request-route.js';
import { deadlineOf } from '../common/request-deadline.js';
import type { ViewCounter } from '../modules/job-views/job-views.module.js';
import type { SearchCounter } from '../modules/search-counts/search-counts.module.js';
import type { SiteRegistry } from '../modules/sites/index.js';
import type { PageResponse } from './page-response.js';
import { chooseEncoding, chooseCachedEncoding, compress, STREAMED_ENCODINGS } from './page-cache/encodings.js';
import type { PageCache } from './page-cache/page-cache.js';
import type { PageBytes, CachedPage } from './page-cache/page-store.js';

/** `Cache-Status` (RFC 9211) of the page cache. */
type CacheStatus = 'hit' | 'hit; detail=backend-away' | 'fwd=miss; stored' | 'fwd=miss' | 'fwd=bypass';

/** Name of the page whose visitors are counted by source. */
export const JOB_PAGE = '/job';
const OK = 200;
const NOT_MODIFIED = 304;
const UNAVAILABLE = 503;

/**
 * Sends a page from the cache, or 304 if the visitor has it already.
 * @returns undefined if the page was sent synchronously, as in most cases
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  page: CachedPage,
  status: CacheStatus,
): Promise<void> | undefined {
  nameRoute(request.raw, page.facts.page);
  const own = ['x-request-id', request.id, 'cache-status', `causeboard; ${status}`];
  if (isKnownTo(request.headers['if-none-match'], page.etag)) {
    reply.hijack();
    reply.raw.writeHead(NOT_MODIFIED, [...page.validation, ...own]).end();
    return undefined;
  }
  const send = ({ headers, body }: PageBytes) => {
    reply.hijack();
    reply.raw.writeHead(OK, headers.concat(own));
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
  };
  const found = cache.bytes(page, chooseCachedEncoding(request.headers['accept-encoding']));
  if (found instanceof Promise) return found.then(send);
  send(found);
  return undefined;
}

/** Sends a cached page while the backend is unavailable, with its age. */
export async function sendLastGood(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  page: CachedPage,
): Promise<void> {
  const { madeAt, headers } = page.facts;
  nameRoute(request.raw, page.facts.page);
  const encoding = chooseCachedEncoding(request.headers['accept-encoding']);
  const { body } = await cache.bytes(page, encoding);
  const age = Math.max(0, Math.round((Date.now() - madeAt) / 1000));
  const more = { 'cache-control': 'no-store', age: String(age) };
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    ...more,
    ...encoded(encoding),
    'content-length': body.length,
    ...own(request, 'hit; detail=backend-away'),
  });
  reply.raw.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends a page that was rendered for this request only. */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PageResponse,
  status: CacheStatus,
): Promise<void> {
  const { html } = response;
  nameRoute(request.raw, response.page);
  const encoding =
    html?.length === 0 ? 'identity' : chooseEncoding(request.headers['accept-encoding'], STREAMED_ENCODINGS);
  const headers = {
    ...response.headers,
    ...(response.setCookies.length > 0 ? { 'set-cookie': [...response.setCookies] } : {}),
    'cache-control': cacheControl(response),
    ...encoded(encoding),
    ...own(request, status),
  };
  if (html === undefined) {
    reply.hijack();
    reply.raw.writeHead(response.status, headers);
    response.pipe?.(new PageWriter(reply.raw, encoding));
    return;
  }
  const body = encoding === 'identity' ? html : await compress(html, encoding, 'quick');
  reply.hijack();
  reply.raw.writeHead(response.status, { ...headers, 'content-length': body.length });
  reply.raw.end(request.method === 'HEAD' ? undefined : body);
}

function cacheControl({ status, personal, html }: PageResponse): string {
  if (personal) return 'private, no-store';
  if (status === UNAVAILABLE) return 'no-store';
  return html?.length === 0 ? 'no-cache' : 'private, no-cache';
}

function encoded(encoding: string): Record<string, string> {
  return encoding === 'identity' ? {} : { 'content-encoding': encoding };
}

function own(request: FastifyRequest, status: CacheStatus): Record<string, string> {
  return { 'x-request-id': request.id, 'cache-status': `causeboard; ${status}` };
}

/** @returns whether the visitor has the current page already (RFC 9110, weak comparison) */
function isKnownTo(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => opaque(tag.trim()) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

type StreamedEncoding = (typeof STREAMED_ENCODINGS)[number];

/** @returns a stream that compresses and flushes each part at once, so that streaming still works */
function compressor(encoding: Exclude<StreamedEncoding, 'identity'>): Transform {
  if (encoding === 'gzip') return createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH });
}

/**
 * Receives the HTML of a streamed page and writes it to a socket. React writes chunks of two kilobytes; all chunks of one turn of the event
 * loop are sent, and compressed, together.
 */
class PageWriter extends Writable {
  private readonly target: Writable;
  private waiting: Buffer[] = [];
  private scheduled: NodeJS.Immediate | undefined;

  constructor(socket: Writable, encoding: StreamedEncoding) {
    super({ decodeStrings: true });
    this.target = encoding === 'identity' ? socket : compressor(encoding);
    if (this.target !== socket) this.target.pipe(socket);
    // If the visitor disconnects, rendering stops.
    socket.on('close', () => this.destroy());
  }

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.waiting.push(part);
    this.scheduled ??= setImmediate(() => this.send());
    done();
  }

  override _final(done: () => void): void {
    this.send();
    this.target.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearImmediate(this.scheduled);
    this.waiting = [];
    done(error);
  }

  private send(): void {
    clearImmediate(this.scheduled);
    this.scheduled = undefined;
    if (!this.waiting.length) return;
    const [only] = this.waiting;
    const joined = this.waiting.length === 1 ? only! : Buffer.concat(this.waiting);
    this.waiting = [];
    this.target.write(joined);
  }
}

/**
 * Sends cached pages immediately, before work that only other responses need.
 *
 * @param timeoutMs total time that a request may wait for the backend
 */
export function sendCachedPages(
  server: FastifyInstance,
  {
    cache,
    sites,
    searches,
    views,
    timeoutMs,
  }: { cache: PageCache; sites: SiteRegistry; searches: SearchCounter; views: ViewCounter; timeoutMs: number },
): void {
  server.addHook('onRequest', (request, reply, done) => {
    const site = sites.forHost(request.headers.host);
    const key = cache.keyOf(request, site);
    if (key === undefined || !cache.has(key)) {
      done();
      return;
    }
    deadlineOf(request, timeoutMs);
    // Uses `then` instead of `await`, because each additional promise is measurable at ten thousand pages per second.
    cache.version(site).then((version) => {
      const page = cache.current(key, version);
      if (!page) {
        done();
        return;
      }
      if (page.facts.search) searches.seen(request, site.public, page.facts.search);
      if (page.facts.page === JOB_PAGE) views.arrived(request, site.public);
      sendStored(request, reply, cache, page, 'hit')?.catch(done);
    }, done);
  });
}
