import type { Kysely } from 'kysely';
import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import type { Database } from '../../platform/database/schema.js';

/** An entry of a sitemap. */
export interface SitemapEntry {
  /** Path of the page, decoded, without query. */
  path: string;
  lastModified?: Date;
  /** Locales in which the page is available, if there are several; the site's first locale comes first. */
  locales?: readonly string[];
}

export interface RowRange {
  site: string;
  language: string;
  /** Range of ids; `to` is exclusive. */
  from: number;
  to: number;
  limit: number;
  now: Date;
  pages: Pick<FrontendPages, 'locales' | 'absentPaths'>;
}

/** The pages of one type: those that show a row of a table, and possibly others. */
export interface SitemapSource {
  /** Name of the type in addresses, in lower case: `jobs` in `/jobs/sitemap.xml`. */
  type: string;
  /** Table with a row for each page, which has `id`, `site` and `language`, and the condition for listed rows as constant SQL. */
  rows: { table: string; condition: string };
  /** Number of ids per file, which keeps a file below 50,000 addresses and 50 MB. */
  idsPerFile: number;
  /** Pages without a row; they come first in every locale of the site. */
  ownPaths?(pages: FrontendPages): readonly string[];
  /** Reads rows in ascending order of their ids; rows that are no longer public have no entry. */
  read(database: Kysely<Database>, range: RowRange): Promise<{ id: number; entry?: SitemapEntry }[]>;
}

/** Returns the language of a locale: `de` for `de-AT`. */
export function languageOf(locale: string): string {
  return locale.slice(0, 2);
}

/**
 * Returns the locale for texts in a language, each of which has a single address: the first locale of that language, otherwise the site's
 * first locale.
 */
export function localeSpeaking(language: string, locales: readonly string[]): string {
  return locales.find((locale) => languageOf(locale) === language) ?? locales[0]!;
}

/**
 * @param languages languages of all texts
 * @returns the languages whose texts are listed in the locale
 */
export function languagesIn(locale: string, locales: readonly string[], languages: readonly string[]): string[] {
  return languages.filter((language) => localeSpeaking(language, locales) === locale);
}
