import { sql } from 'kysely';
import { organizationPath } from '#contract/pages/paths.js';
import type { SitemapSource } from '../sitemap-source.js';

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
