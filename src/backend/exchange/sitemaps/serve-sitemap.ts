import type { Kysely } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import type { DocumentFrontend } from '../documents/document-frontend.js';
import { documentAnswer, refusal } from '../documents/document-answers.js';
import { bytesOf } from '../documents/document-body.js';
import type { Database } from '../../platform/database/schema.js';
import { type SitemapQuestion, transformationAddress } from './sitemap-address.js';
import { fileAddress, filesOf, readFile, type SitemapFile } from './sitemap-files.js';
import type { SitemapSource } from './sitemap-source.js';
import { transformation, transformationStyle } from './transformation.js';
import { sitemapIndex, urlSet } from './write-sitemap.js';

const XML = 'application/xml; charset=utf-8';

export interface SitemapContext {
  database: Kysely<Database>;
  sources: readonly SitemapSource[];
  frontend: DocumentFrontend;
  etag: string;
  now: Date;
}

/** Answers what is asked for; 404 where there is nothing to list, since an empty file is not valid. */
export async function serveSitemap(question: SitemapQuestion, context: SitemapContext): Promise<BackendFetchResponse> {
  const { pages } = context.frontend;
  const { etag } = context;
  switch (question.kind) {
    case 'style':
      return documentAnswer(Buffer.from(transformationStyle(pages)), { contentType: 'text/css; charset=utf-8', etag });
    case 'transformation': {
      const body = Buffer.from(transformation(pages, question.locale, context.frontend.site));
      return documentAnswer(body, { contentType: 'text/xsl; charset=utf-8', etag });
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
  // What goes wrong at once, and whether there is anything, is found out before the answer begins.
  const first = await body.next();
  return first.done ? nothing() : documentAnswer(startedWith(first.value, body), { contentType: XML, etag });
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
  return documentAnswer(Buffer.from(text), { contentType: XML, etag });
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
    // Whoever leaves early ends the reading too.
    await rest.return();
  }
}
