import type { Kysely } from 'kysely';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import { NEWS_PATH } from '#contract/pages/paths.js';
import type { DocumentFrontend } from '../documents/document-responses.js';
import type { Database } from '../../platform/database/schema.js';
import {
  type SitemapEntry,
  type SitemapSource,
  articles,
  languageOf,
  languagesIn,
  areAtMost,
  entriesOf,
  languagesOf,
  nextId,
} from './sitemap-sources.js';

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
  if ((part ?? 1) === 1) {
    const own = await ownEntries(database, source, { site, pages }, locale);
    if (own.length > 0) yield own;
  }
  const { idsPerFile } = source;
  const ids =
    part === undefined
      ? { from: 0, to: Number.MAX_SAFE_INTEGER }
      : { from: (part - 1) * idsPerFile, to: part * idsPerFile };
  const languages = languagesIn(locale, pages.locales, await languagesOf(database, source, site.name));
  for (const language of languages)
    yield* entriesOf(database, source, { site: site.name, language, ...ids, now, pages });
}

/** The pages without a row. An empty list of news must not be indexed, so it is listed only in the languages that have news. */
async function ownEntries(
  database: Kysely<Database>,
  source: SitemapSource,
  { site, pages }: DocumentFrontend,
  locale: string,
): Promise<SitemapEntry[]> {
  const paths = source.ownPaths?.(pages) ?? [];
  const languages = paths.includes(NEWS_PATH) ? await languagesOf(database, articles, site.name) : [];
  const withNews = pages.locales.filter((each) => languages.includes(languageOf(each)));
  return paths
    .map((path) => ({ path, locales: path === NEWS_PATH ? withNews : pages.locales }))
    .filter(({ locales }) => locales.includes(locale));
}

/** Content requested at an address. */
export type SitemapQuestion =
  /** All files, or those of a type. */
  | { kind: 'index'; type?: string }
  | { kind: 'file'; file: SitemapFile }
  /** Stylesheets that display a file to people. */
  | { kind: 'transformation'; locale: string }
  | { kind: 'style' };

export const STYLE_PATH = '/sitemap/style.css';
const LOCALE = '(?:/([a-z]{2}(?:-[a-z]{2})?))?';
const WHOLE = new RegExp(`^${LOCALE}/([a-z]+)/sitemap\\.(xml|xsl)$`);
const PART = new RegExp(`^/sitemap${LOCALE}/([a-z]+)/([1-9]\\d{0,8})\\.xml$`);

/**
 * @param path path without query
 * @param types existing types
 * @returns undefined if nothing can exist at the path
 */
export function readSitemapAddress(
  path: string,
  { locales }: Pick<FrontendPages, 'locales'>,
  types: readonly string[],
): SitemapQuestion | undefined {
  const first = locales[0]!;
  if (path === '/sitemap.xml') return { kind: 'index' };
  if (path === '/sitemap.xsl') return { kind: 'transformation', locale: first };
  if (path === STYLE_PATH) return { kind: 'style' };
  // Only sites with several locales have locales in their addresses.
  const isWritten = (code: string | undefined): boolean =>
    code === undefined ? locales.length === 1 : locales.length > 1;
  const localeOf = (code: string | undefined): string | undefined =>
    code === undefined ? first : locales.find((locale) => locale.toLowerCase() === code);
  const [, ofPart, partType, part] = PART.exec(path) ?? [];
  if (partType !== undefined) {
    const locale = localeOf(ofPart);
    if (locale === undefined || !isWritten(ofPart) || !types.includes(partType)) return undefined;
    return { kind: 'file', file: { type: partType, locale, part: Number(part) } };
  }
  const [, code, type, extension] = WHOLE.exec(path) ?? [];
  const locale = localeOf(code);
  if (type === undefined || locale === undefined || !types.includes(type)) return undefined;
  if (extension === 'xsl') return { kind: 'transformation', locale };
  if (isWritten(code)) return { kind: 'file', file: { type, locale } };
  return code === undefined ? { kind: 'index', type } : undefined;
}

/** Returns the address of the XSL transformation for a file, in the file's language. */
export function transformationAddress(
  file: Pick<SitemapFile, 'type' | 'locale'> | undefined,
  { locales }: Pick<FrontendPages, 'locales'>,
): string {
  if (!file || locales.length === 1) return '/sitemap.xsl';
  return `/${file.locale.toLowerCase()}/${file.type}/sitemap.xsl`;
}
