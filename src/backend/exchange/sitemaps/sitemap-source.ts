import type { Kysely } from 'kysely';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import type { Database } from '../../platform/database/schema.js';

/** An address of a sitemap. */
export interface SitemapEntry {
  /** The page's own path, decoded, without query. */
  path: string;
  lastModified?: Date;
  /** Where the page is there in several locales: those, the site's first before others. */
  locales?: readonly string[];
}

export interface RowRange {
  site: string;
  language: string;
  /** Ids; `to` is not among them. */
  from: number;
  to: number;
  limit: number;
  now: Date;
  pages: Pick<FrontendPages, 'locales' | 'absentPaths'>;
}

/** The pages of one type: those that show a row of a table, and perhaps some without. */
export interface SitemapSource {
  /** Its name in addresses: `jobs` in `/jobs/sitemap.xml`. Small letters. */
  type: string;
  /** The table that has a row for each page, with `id`, `site` and `language`, and which of its rows may be found: constant SQL. */
  rows: { table: string; condition: string };
  /** So many ids stand in one file at most, which keeps it below 50,000 addresses and 50 MB. */
  idsPerFile: number;
  /** Pages without a row, which stand in front, in every locale of the site. */
  ownPaths?(pages: FrontendPages): readonly string[];
  /** Rows in the order of their ids; without an entry where there is nothing to be found any more. */
  read(database: Kysely<Database>, range: RowRange): Promise<{ id: number; entry?: SitemapEntry }[]>;
}

/** `de` of `de-AT`. */
export function languageOf(locale: string): string {
  return locale.slice(0, 2);
}

/** Texts have one language, and one address: that of the first locale that speaks it, else of the site's first. */
export function localeSpeaking(language: string, locales: readonly string[]): string {
  return locales.find((locale) => languageOf(locale) === language) ?? locales[0]!;
}

/**
 * @param languages of all texts
 * @returns those whose texts are found in the locale
 */
export function languagesIn(locale: string, locales: readonly string[], languages: readonly string[]): string[] {
  return languages.filter((language) => localeSpeaking(language, locales) === locale);
}
