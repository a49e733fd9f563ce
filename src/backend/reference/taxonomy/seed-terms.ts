import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { TermCatalog, type CatalogTerm } from './term-catalog.js';
import { vocabularies } from './vocabularies.js';

/**
 * Brings the stored terms to the vocabularies of the program. Terms that it no longer knows stay, because jobs may hold
 * them. Writes only what differs.
 *
 * @returns all terms that are stored then.
 */
export async function seedTerms(database: Kysely<Database>): Promise<TermCatalog> {
  const stored = await database.selectFrom('term').selectAll().execute();
  const byTid = new Map(stored.map((term) => [term.tid, term]));
  const changed = Object.entries(vocabularies)
    .flatMap(([vid, terms]) =>
      terms.map(({ tid, slug, label, weight = 0 }): CatalogTerm => ({ tid, vid, slug, label: { ...label }, weight })),
    )
    .filter((term) => !isSame(term, byTid.get(term.tid)));
  if (changed.length === 0) return new TermCatalog(stored);
  await sql`
    insert into term (tid, vid, slug, label, weight)
    select tid, vid, slug, label, weight
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as t(tid integer, vid text, slug text, label jsonb, weight integer)
    order by tid
    on conflict (tid) do update
      set vid = excluded.vid, slug = excluded.slug, label = excluded.label, weight = excluded.weight
  `.execute(database);
  return TermCatalog.load(database);
}

function isSame(term: CatalogTerm, stored: CatalogTerm | undefined): boolean {
  return (
    stored !== undefined &&
    stored.vid === term.vid &&
    stored.slug === term.slug &&
    stored.weight === term.weight &&
    Object.keys(stored.label).length === Object.keys(term.label).length &&
    Object.entries(term.label).every(([language, label]) => stored.label[language] === label)
  );
}
