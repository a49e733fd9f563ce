import { sql } from 'kysely';
import { isAtOrBelow } from '#contract/accounts/site-roles.js';
import { articlePath, organizationPath, jobPath } from '#contract/pages/paths.js';
import { languageOf, type SitemapSource } from './sitemap-source.js';

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
const articles: SitemapSource = {
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
