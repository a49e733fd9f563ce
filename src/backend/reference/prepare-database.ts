import { type Kysely, sql, type Transaction } from 'kysely';
import { migrate } from '../platform/database/migrate.js';
import type { Database } from '../platform/database/schema.js';
import { provideGazetteer } from './places/gazetteer-rows.js';
import { TermCatalog, type CatalogTerm } from './taxonomy/term-catalog.js';
import { vocabularies } from './taxonomy/vocabularies.js';

/** Advisory lock: otherwise two processes that open an empty database would insert the same terms and violate a constraint. */
const LOCK = 4_217_022;

/**
 * Upgrades a database to the schema and the reference data (places and vocabularies) of this version.
 *
 * @returns the names of the migrations that were run, and the stored terms
 */
export async function prepareDatabase(database: Kysely<Database>): Promise<{ migrated: string[]; terms: TermCatalog }> {
  const migrated = await migrate(database);
  await provideGazetteer(database);
  return { migrated, terms: await seedTerms(database) };
}

/**
 * Updates the stored terms to the vocabularies of this version. Terms that no longer exist in these are kept, because jobs may use them.
 * Writes only differences; processes that start at the same time take turns.
 *
 * @returns all terms that are stored afterwards
 */
export async function seedTerms(database: Kysely<Database>): Promise<TermCatalog> {
  const stored = await database.selectFrom('term').selectAll().execute();
  if (changedTerms(stored).length === 0) return new TermCatalog(stored);
  await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const changed = changedTerms(await trx.selectFrom('term').selectAll().execute());
    if (changed.length > 0) await writeTerms(trx, changed);
  });
  return TermCatalog.load(database);
}

/** @returns the terms of this version that are missing or different in the database */
function changedTerms(stored: readonly CatalogTerm[]): CatalogTerm[] {
  const byTid = new Map(stored.map((term) => [term.tid, term]));
  return Object.entries(vocabularies)
    .flatMap(([vid, terms]) =>
      terms.map(({ tid, slug, label, weight = 0 }): CatalogTerm => ({ tid, vid, slug, label: { ...label }, weight })),
    )
    .filter((term) => !isSame(term, byTid.get(term.tid)));
}

async function writeTerms(trx: Transaction<Database>, terms: readonly CatalogTerm[]): Promise<void> {
  await sql`
    insert into term (tid, vid, slug, label, weight)
    select tid, vid, slug, label, weight
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
      as t(tid integer, vid text, slug text, label jsonb, weight integer)
    order by tid
    on conflict (tid) do update
      set vid = excluded.vid, slug = excluded.slug, label = excluded.label, weight = excluded.weight
  `.execute(trx);
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
