import type { Kysely } from 'kysely';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import type { DocumentFrontend } from '../documents/document-responses.js';
import type { Database } from '../../platform/database/schema.js';
import { type SitemapEntry, type SitemapSource, languagesIn } from './sitemap-source.js';
import { areAtMost, entriesOf, languagesOf, nextId } from './source-rows.js';

/** A sitemap file: all pages of a type in a locale, or those of a range of ids. */
export interface SitemapFile {
  type: string;
  locale: string;
  /** Number of the part, from 1. It determines the range of ids, so a file is found without reading the others. */
  part?: number;
}

/**
 * Returns addresses such as `/jobs/sitemap.xml`, `/de/jobs/sitemap.xml` and `/sitemap/de/jobs/17.xml`; locales appear only if the site has
 * several.
 */
export function fileAddress({ type, locale, part }: SitemapFile, { locales }: Pick<FrontendPages, 'locales'>): string {
  const prefix = locales.length > 1 ? `/${locale.toLowerCase()}` : '';
  return part === undefined ? `${prefix}/${type}/sitemap.xml` : `/sitemap${prefix}/${type}/${part}.xml`;
}

/**
 * Returns the files for a source's pages in a locale: a single one if all pages of the site fit into one file, none if there are no pages.
 */
export async function filesOf(
  database: Kysely<Database>,
  source: SitemapSource,
  { site, pages }: DocumentFrontend,
  locale: string,
): Promise<SitemapFile[]> {
  const { type, idsPerFile } = source;
  const languages = languagesIn(locale, pages.locales, await languagesOf(database, source, site.name));
  const hasOwn = (source.ownPaths?.(pages).length ?? 0) > 0;
  if (await areAtMost(database, source, site.name, idsPerFile))
    return languages.length > 0 || hasOwn ? [{ type, locale }] : [];
  const parts = new Set(hasOwn ? [1] : []);
  for (const language of languages) {
    for (let from = 0; ;) {
      const id = await nextId(database, source, { site: site.name, language, from });
      if (id === undefined) break;
      const part = Math.floor(id / idsPerFile) + 1;
      parts.add(part);
      from = part * idsPerFile;
    }
  }
  return [...parts].sort((a, b) => a - b).map((part) => ({ type, locale, part }));
}

/** Yields the entries of a file in small batches. */
export async function* readFile(
  database: Kysely<Database>,
  source: SitemapSource,
  { site, pages }: DocumentFrontend,
  { locale, part }: SitemapFile,
  now: Date,
): AsyncGenerator<SitemapEntry[], void, undefined> {
  const own = source.ownPaths?.(pages) ?? [];
  if (own.length > 0 && (part ?? 1) === 1) yield own.map((path) => ({ path, locales: pages.locales }));
  const { idsPerFile } = source;
  const ids =
    part === undefined
      ? { from: 0, to: Number.MAX_SAFE_INTEGER }
      : { from: (part - 1) * idsPerFile, to: part * idsPerFile };
  const languages = languagesIn(locale, pages.locales, await languagesOf(database, source, site.name));
  for (const language of languages)
    yield* entriesOf(database, source, { site: site.name, language, ...ids, now, pages });
}
