import type { Kysely } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import { type Href, hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { escapeXml } from '#shared/text/xml-text.js';
import { type DocumentFrontend, documentResponse, refusal, bytesOf } from '../documents/document-responses.js';
import type { Database } from '../../platform/database/schema.js';
import { type SitemapQuestion, transformationAddress } from './sitemap-address.js';
import { fileAddress, filesOf, readFile, type SitemapFile } from './sitemap-files.js';
import type { SitemapSource, SitemapEntry } from './sitemap-source.js';
import { transformation, transformationStyle } from './transformation.js';

const XML = 'application/xml; charset=utf-8';

export interface SitemapContext {
  database: Kysely<Database>;
  sources: readonly SitemapSource[];
  frontend: DocumentFrontend;
  etag: string;
  now: Date;
}

/** Responds to a request for a sitemap; 404 if there is nothing to list, since an empty file is invalid. */
export async function serveSitemap(question: SitemapQuestion, context: SitemapContext): Promise<BackendFetchResponse> {
  const { pages } = context.frontend;
  const { etag } = context;
  switch (question.kind) {
    case 'style':
      return documentResponse(Buffer.from(transformationStyle(pages)), {
        contentType: 'text/css; charset=utf-8',
        etag,
      });
    case 'transformation': {
      const body = Buffer.from(transformation(pages, question.locale, context.frontend.site));
      return documentResponse(body, { contentType: 'text/xsl; charset=utf-8', etag });
    }
    case 'index': {
      const sources = context.sources.filter(({ type }) => question.type === undefined || type === question.type);
      return index(await allFiles(sources, pages.locales, context), undefined, context);
    }
    case 'file':
      return serveFile(question.file, context);
  }
}

async function serveFile(file: SitemapFile, context: SitemapContext): Promise<BackendFetchResponse> {
  const source = context.sources.find(({ type }) => type === file.type)!;
  if (file.part === undefined) {
    const files = await allFiles([source], [file.locale], context);
    if (files.some(({ part }) => part !== undefined)) return index(files, file, context);
  }
  const { database, frontend, etag, now } = context;
  const { pages } = frontend;
  const stylesheet = transformationAddress(file, pages);
  const text = urlSet(readFile(database, source, frontend, file, now), { pages, locale: file.locale, stylesheet });
  const body = bytesOf(text);
  // The first chunk is read before the response starts, so that an early error or an empty result still determines its status.
  const first = await body.next();
  return first.done ? nothing() : documentResponse(startedWith(first.value, body), { contentType: XML, etag });
}

async function allFiles(
  sources: readonly SitemapSource[],
  locales: readonly string[],
  { database, frontend }: SitemapContext,
): Promise<SitemapFile[]> {
  const files: SitemapFile[] = [];
  for (const source of sources)
    for (const locale of locales) files.push(...(await filesOf(database, source, frontend, locale)));
  return files;
}

function index(
  files: readonly SitemapFile[],
  of: SitemapFile | undefined,
  { frontend: { pages }, etag }: SitemapContext,
): BackendFetchResponse {
  if (files.length === 0) return nothing();
  const addresses = files.map((file) => fileAddress(file, pages));
  const text = sitemapIndex(addresses, pages.origin, transformationAddress(of, pages));
  return documentResponse(Buffer.from(text), { contentType: XML, etag });
}

function nothing(): BackendFetchResponse {
  return refusal(404, 'There is nothing to list here.');
}

async function* startedWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    // Stops reading if the client disconnects early.
    await rest.return();
  }
}

/** Maximum number of addresses per file according to the sitemap protocol. */
const MAX_ADDRESSES = 50_000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** @param stylesheet path of the stylesheet for people who open the file */
function declaration(stylesheet: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="${escapeXml(stylesheet)}"?>\n`;
}

/** Returns a sitemap index that lists other files. */
function sitemapIndex(addresses: readonly string[], origin: string, stylesheet: string): string {
  const lines = addresses.map((address) => `<sitemap><loc>${escapeXml(origin + address)}</loc></sitemap>\n`);
  return `${declaration(stylesheet)}<sitemapindex ${NAMESPACE}>\n${lines.join('')}</sitemapindex>\n`;
}

/** Lists the addresses of pages as they are written in the locale. Yields nothing if there are none, since an empty file is invalid. */
async function* urlSet(
  batches: AsyncIterable<readonly SitemapEntry[]>,
  { pages, locale, stylesheet }: { pages: FrontendPages; locale: string; stylesheet: string },
): AsyncGenerator<string, void, undefined> {
  const address = addressesOf(pages);
  let written = 0;
  for await (const batch of batches) {
    const entries = batch.slice(0, MAX_ADDRESSES - written);
    if (written === 0) yield `${declaration(stylesheet)}<urlset ${NAMESPACE} ${XHTML}>\n`;
    written += entries.length;
    yield entries.map((entry) => urlElement(entry, locale, address)).join('');
    if (written >= MAX_ADDRESSES) break;
  }
  if (written > 0) yield '</urlset>\n';
}

type PageAddress = (path: string, locale: string) => string;

function urlElement({ path, lastModified, locales = [] }: SitemapEntry, locale: string, address: PageAddress): string {
  const modified = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
  const link = (language: string, to: string): string =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(address(path, to))}"/>`;
  const links =
    locales.length > 1 ? [...locales.map((each) => link(each, each)), link('x-default', locales[0]!)].join('') : '';
  return `<url><loc>${escapeXml(address(path, locale))}</loc>${modified}${links}</url>\n`;
}

/** Returns absolute, escaped addresses of pages. */
function addressesOf(pages: FrontendPages): PageAddress {
  const ways = new Map<string, Href>(
    pages.locales.map((locale) => [locale, hrefIn(localeAddresses(pages, locale))] as const),
  );
  return (path, locale) =>
    pages.origin + encodeURI(ways.get(locale)!(path)).replace(/[?#]/g, (mark) => encodeURIComponent(mark));
}
