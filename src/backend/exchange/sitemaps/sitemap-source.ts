import { type Kysely, sql, type RawBuilder } from 'kysely';
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

type Rows = Pick<SitemapSource, 'rows'>;

/** Number of rows in memory at a time. */
export const ROWS_A_READ = 1000;

/** Returns the languages of a site's listed rows, with one index lookup per language. */
export async function languagesOf(database: Kysely<Database>, source: Rows, site: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    with recursive found as (
      (select language from ${listed(source, site)} order by language limit 1)
      union all
      select (select language from ${listed(source, site)} and language > found.language order by language limit 1)
      from found where found.language is not null
    )
    select language from found where language is not null
  `.execute(database);
  return rows.map(({ language }) => language);
}

/** @returns whether there are at most this many rows; stops counting one row later */
export async function areAtMost(
  database: Kysely<Database>,
  source: Rows,
  site: string,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from ${listed(source, site)} limit ${most + 1}) as counted
  `.execute(database);
  return (rows[0]?.n ?? 0) <= most;
}

/** @returns the smallest id at or after `from` */
export async function nextId(
  database: Kysely<Database>,
  source: Rows,
  { site, language, from }: Pick<RowRange, 'site' | 'language' | 'from'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from ${listed(source, site)} and language = ${language} and id >= ${from} order by id limit 1
  `.execute(database);
  return rows[0]?.id;
}

/** Reads a range in small parts with a separate query for each, so that a slow client keeps no query or transaction open. */
export async function* entriesOf(
  database: Kysely<Database>,
  source: SitemapSource,
  range: Omit<RowRange, 'limit'>,
): AsyncGenerator<SitemapEntry[], void, undefined> {
  let { from } = range;
  for (;;) {
    const rows = await source.read(database, { ...range, from, limit: ROWS_A_READ });
    const entries = rows.flatMap(({ entry }) => (entry ? [entry] : []));
    if (entries.length > 0) yield entries;
    if (rows.length < ROWS_A_READ) return;
    from = rows.at(-1)!.id + 1;
  }
}

function listed({ rows: { table, condition } }: Rows, site: string): RawBuilder<unknown> {
  return sql`${sql.table(table)} where site = ${site} and ${sql.raw(condition)}`;
}
