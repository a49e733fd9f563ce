import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isAtOrBelow } from '#contract/accounts/account-roles.js';
import { articlePath, organizationPath, jobPath } from '#contract/pages/paths.js';
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

interface RowRange {
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

const IS_INDEXED = `not jsonb_path_exists(metatags, '$[*] ? (@.meta == "robots" && @.value like_regex "noindex")')`;

/** The frontend's own pages, and landing pages. */
export const pages: SitemapSource = {
  type: 'pages',
  rows: { table: 'landing_page', condition: IS_INDEXED },
  // Addresses may be long, and each entry lists all translations.
  idsPerFile: 5000,
  ownPaths: ({ paths }) => paths,
  async read(database, { site, language, from, to, limit, pages: { locales, absentPaths = [] } }) {
    const { rows } = await sql<{ id: number; slug: string; languages: string[] }>`
      select id, slug, array(
        select other.language from landing_page other where other.site = page.site and other.slug = page.slug order by 1
      ) as languages
      from landing_page page
      where site = ${site} and language = ${language} and ${sql.raw(IS_INDEXED)} and id >= ${from} and id < ${to}
      order by id limit ${limit}
    `.execute(database);
    const spoken = locales.map(languageOf);
    return rows.map(({ id, slug, languages }) => {
      const translated = locales.filter((locale) => languages.includes(languageOf(locale)));
      // A page in a language without a locale is listed only if it has no translation for a locale, and then only in its first language.
      const isShown = spoken.includes(language) || (translated.length === 0 && languages[0] === language);
      const isThere = isShown && !isAtOrBelow(slug, absentPaths);
      return { id, entry: isThere ? { path: slug, locales: translated } : undefined };
    });
  },
};

export const jobs: SitemapSource = {
  type: 'jobs',
  rows: { table: 'job', condition: "state = 'published'" },
  idsPerFile: 50_000,
  async read(database, { site, language, from, to, limit, now }) {
    const { rows } = await sql<{ id: number; title: string; updated_at: Date; over: boolean }>`
      select id, title, updated_at, coalesce(expires_at <= ${now}, false) as over from job
      where site = ${site} and language = ${language} and state = 'published' and id >= ${from} and id < ${to}
      order by id limit ${limit}
    `.execute(database);
    return rows.map(({ id, title, updated_at, over }) => ({
      id,
      entry: over ? undefined : { path: jobPath(String(id), title), lastModified: updated_at },
    }));
  },
};

export const organizations: SitemapSource = {
  type: 'organizations',
  rows: { table: 'organization', condition: "state = 'public'" },
  idsPerFile: 50_000,
  async read(database, { site, language, from, to, limit }) {
    const { rows } = await sql<{ id: number; name: string; updated_at: Date }>`
      select id, name, updated_at from organization
      where site = ${site} and language = ${language} and state = 'public' and id >= ${from} and id < ${to}
      order by id limit ${limit}
    `.execute(database);
    return rows.map(({ id, name, updated_at }) => ({
      id,
      entry: { path: organizationPath(String(id), name), lastModified: updated_at },
    }));
  },
};

const IS_PUBLISHED = 'published_at <= now()';

/** News. Translations have addresses of their own, and each page links to its translations. */
export const articles: SitemapSource = {
  type: 'news',
  rows: { table: 'article', condition: IS_PUBLISHED },
  idsPerFile: 50_000,
  async read(database, { site, language, from, to, limit }) {
    const { rows } = await sql<{ id: number; slug: string; updated_at: Date }>`
      select id, slug, updated_at from article
      where site = ${site} and language = ${language} and ${sql.raw(IS_PUBLISHED)} and id >= ${from} and id < ${to}
      order by id limit ${limit}
    `.execute(database);
    return rows.map(({ id, slug, updated_at }) => ({
      id,
      entry: { path: articlePath(slug), lastModified: updated_at },
    }));
  },
};

/** Sources of the sitemaps, in the order of the index. Add a line here for a new kind of page. */
export const SITEMAP_SOURCES: readonly SitemapSource[] = [pages, jobs, organizations, articles];
