import { sql } from 'kysely';
import { languageOf } from '../site-languages.js';
import type { SitemapSource } from '../sitemap-source.js';

const CONDITION = `not jsonb_path_exists(metatags, '$[*] ? (@.meta == "robots" && @.value like_regex "noindex")')`;

/** The frontend's own pages, and landing pages. */
export const pages: SitemapSource = {
  type: 'pages',
  rows: { table: 'landing_page', condition: CONDITION },
  // Their addresses may be long, and name all their translations.
  idsPerFile: 5000,
  ownPaths: ({ paths }) => paths,
  async read(database, { site, language, from, to, limit, pages: { locales } }) {
    const { rows } = await sql<{ id: number; slug: string; languages: string[] }>`
      select id, slug, array(
        select other.language from landing_page other where other.site = page.site and other.slug = page.slug order by 1
      ) as languages
      from landing_page page
      where site = ${site} and language = ${language} and ${sql.raw(CONDITION)} and id >= ${from} and id < ${to}
      order by id limit ${limit}
    `.execute(database);
    const spoken = locales.map(languageOf);
    return rows.map(({ id, slug, languages }) => {
      const translated = locales.filter((locale) => languages.includes(languageOf(locale)));
      // In a language of no locale it is shown only where there is no other, and then the first.
      const isShown = spoken.includes(language) || (translated.length === 0 && languages[0] === language);
      return { id, entry: isShown ? { path: slug, locales: translated } : undefined };
    });
  },
};
