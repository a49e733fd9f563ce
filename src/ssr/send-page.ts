import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageResponse } from './page-response.js';
import { chooseEncoding, chooseCachedEncoding, compress, STREAMED_ENCODINGS } from './page-cache/encodings.js';
import { isKnownTo } from './page-cache/if-none-match.js';
import type { PageCache } from './page-cache/page-cache.js';
import type { PageBytes, CachedPage } from './page-cache/cached-page.js';
import { PageWriter } from './page-writer.js';

/** `Cache-Status` (RFC 9211): what the page cache did. */
type CacheStatus = 'hit' | 'hit; detail=backend-away' | 'fwd=miss; stored' | 'fwd=miss' | 'fwd=bypass';

const OK = 200;
const NOT_MODIFIED = 304;
const UNAVAILABLE = 503;

/**
 * Sends a page of the cache, or only that the visitor has it already.
 * @returns undefined when it is sent, as it mostly is at once
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  page: CachedPage,
  status: CacheStatus,
): Promise<void> | undefined {
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

/** Sends a page from when the backend was there, and says how old it is. */
export async function sendLastGood(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  page: CachedPage,
): Promise<void> {
  const { madeAt, headers } = page.facts;
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

/** Sends a page that is for this request alone. */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PageResponse,
  status: CacheStatus,
): Promise<void> {
  const { html } = response;
  const encoding = html === '' ? 'identity' : chooseEncoding(request.headers['accept-encoding'], STREAMED_ENCODINGS);
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
  // As a string it goes out in one piece with the headers.
  const body = encoding === 'identity' ? html : await compress(Buffer.from(html), encoding, 'quick');
  reply.hijack();
  reply.raw.writeHead(response.status, { ...headers, 'content-length': Buffer.byteLength(body) });
  reply.raw.end(request.method === 'HEAD' ? undefined : body);
}

function cacheControl({ status, personal, html }: PageResponse): string {
  if (personal) return 'private, no-store';
  if (status === UNAVAILABLE) return 'no-store';
  return html === '' ? 'no-cache' : 'private, no-cache';
}

function encoded(encoding: string): Record<string, string> {
  return encoding === 'identity' ? {} : { 'content-encoding': encoding };
}

function own(request: FastifyRequest, status: CacheStatus): Record<string, string> {
  return { 'x-request-id': request.id, 'cache-status': `causeboard; ${status}` };
}
