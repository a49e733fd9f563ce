import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BackendFetchResponse, BackendSite } from '#contract/backend/backend.js';
import { FRONTEND_HEADER, PAGES_HEADER, parseFrontend } from '#contract/backend/graphql-over-http.js';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';

/** Caches may store a document, but must revalidate it at each request. */
const CACHING = 'public, no-cache';

/** @param parts everything that distinguishes the document from others */
export function etagOf(...parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`;
}

/** @param ifNoneMatch value of the request's `If-None-Match` header */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

export function documentResponse(
  body: BackendFetchResponse['body'],
  { contentType, etag }: { contentType: string; etag: string },
): BackendFetchResponse {
  const headers = { 'content-type': contentType, 'cache-control': CACHING, etag, 'x-content-type-options': 'nosniff' };
  return { status: 200, headers, body };
}

export function notModified(etag: string): BackendFetchResponse {
  return { status: 304, headers: { 'cache-control': CACHING, etag }, body: new Uint8Array() };
}

/** @param text readable message */
export function refusal(status: number, text: string): BackendFetchResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body: Buffer.from(`${text}\n`) };
}

const PIECE_CHARACTERS = 32 * 1024;

/** Joins the parts of a text into chunks that are worth a write. Reads only as far as requested, so a slow reader slows it down. */
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

/** The site that requests a document, and the settings for the addresses of its pages. */
export interface DocumentFrontend {
  site: BackendSite;
  pages: FrontendPages;
}

const path = z
  .string()
  .regex(/^\/[^\s\p{Cc}]*$/u)
  .max(200);
const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const colours = z.object({
  ink: colour,
  inkSoft: colour,
  ground: colour,
  surface: colour,
  line: colour,
  accent: colour,
});
const locale = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/);
const schema = z.object({
  origin: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .transform((text) => new URL(text).origin),
  title: z.string().min(1).max(200),
  locales: z.array(locale).min(1).max(50),
  routeNames: z.record(z.string(), z.record(path, path)).default({}),
  paths: z.array(path).max(100),
  absentPaths: z.array(path).max(100).optional(),
  colours: z.object({ light: colours, dark: colours.optional() }),
}) satisfies z.ZodType<FrontendPages>;

/** @returns undefined if the headers name no site of this backend, or lack the settings for page addresses */
export function readDocumentFrontend(
  headers: Readonly<Record<string, string>>,
  sites: readonly BackendSite[],
): DocumentFrontend | undefined {
  const name = parseFrontend(headers[FRONTEND_HEADER])?.site;
  const site = sites.find((each) => each.name === name);
  const pages = schema.safeParse(parseJson(Buffer.from(headers[PAGES_HEADER] ?? '', 'base64url').toString()));
  return site && pages.success ? { site, pages: pages.data } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
