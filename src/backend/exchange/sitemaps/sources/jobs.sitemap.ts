import { sql } from 'kysely';
import { jobPath } from '#contract/pages/paths.js';
import type { SitemapSource } from '../sitemap-source.js';

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
