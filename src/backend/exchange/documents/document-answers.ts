import { createHash } from 'node:crypto';
import type { BackendFetchResponse } from '#contract/backend/backend.js';

/** Caches may keep a document, and ask each time whether it is still right. */
const CACHING = 'public, no-cache';

/** @param parts whatever makes two documents different ones */
export function etagOf(...parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`;
}

/** @param ifNoneMatch of the request */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

export function documentAnswer(
  body: BackendFetchResponse['body'],
  { contentType, etag }: { contentType: string; etag: string },
): BackendFetchResponse {
  const headers = { 'content-type': contentType, 'cache-control': CACHING, etag, 'x-content-type-options': 'nosniff' };
  return { status: 200, headers, body };
}

export function notModified(etag: string): BackendFetchResponse {
  return { status: 304, headers: { 'cache-control': CACHING, etag }, body: new Uint8Array() };
}

/** @param text for people */
export function refusal(status: number, text: string): BackendFetchResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body: Buffer.from(`${text}\n`) };
}

const PIECE_CHARACTERS = 32 * 1024;

/** Joins the parts of a text to pieces that are worth a write. Reads no further than it is asked to: whoever reads slowly makes it wait. */
export async function* bytesOf(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting = '';
  for await (const part of parts) {
    waiting += part;
    if (waiting.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
