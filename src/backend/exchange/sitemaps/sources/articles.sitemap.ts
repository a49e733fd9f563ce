import { sql } from 'kysely';
import { articlePath } from '#contract/pages/paths.js';
import type { SitemapSource } from '../sitemap-source.js';

const CONDITION = 'published_at <= now()';

/** News. Translations have addresses of their own, which their pages name. */
export const articles: SitemapSource = {
  type: 'news',
  rows: { table: 'article', condition: CONDITION },
  idsPerFile: 50_000,
  async read(database, { site, language, from, to, limit }) {
    const { rows } = await sql<{ id: number; slug: string; updated_at: Date }>`
      select id, slug, updated_at from article
      where site = ${site} and language = ${language} and ${sql.raw(CONDITION)} and id >= ${from} and id < ${to}
      order by id limit ${limit}
    `.execute(database);
    return rows.map(({ id, slug, updated_at }) => ({
      id,
      entry: { path: articlePath(slug), lastModified: updated_at },
    }));
  },
};
