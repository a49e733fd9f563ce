import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { provideCodes, SCOPES } from '../indexing/code-tables.js';
import { formsOf, parseDocument, toVectors } from '../indexing/document-words.js';
import { baseLanguage, stripAccents } from '../analysis/tokens.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { type DirectoryIndex, facetCodes } from './directory-index.js';

/** An entry to be indexed in a directory. All texts are plain text. */
export interface DirectoryEntry {
  id: number;
  site: string;
  language: string;
  name: string;
  /** Other texts that are searched. */
  texts: readonly string[];
  /** Values by facet; omitted facets have none. */
  facets: Readonly<Record<string, readonly number[]>>;
  place: { country: string | null; area: string | null; lat: number | null; lon: number | null };
  featured: boolean;
  /** Time for the sort order "newest". */
  at: Date;
}

/** Inserts or updates entries of a directory, in the transaction that changed the original records. */
export async function putEntries(
  trx: Kysely<Database>,
  index: DirectoryIndex,
  stemmer: Stemmer,
  entries: readonly DirectoryEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const documents = entries.map(({ language, name, texts }) =>
    parseDocument({ language, title: name, organization: '', extras: texts, description: '' }),
  );
  for (const language of new Set(documents.map((document) => document.language))) {
    const forms = documents.filter((document) => document.language === language).flatMap((each) => [...formsOf(each)]);
    await stemmer.prepare(trx, language, forms);
  }
  const scopeKey = ({ site, language }: DirectoryEntry) => [site, baseLanguage(language)];
  const scope = await provideCodes(trx, SCOPES, entries.map(scopeKey));
  const rows = entries.map((entry, at) => {
    const { id, name, featured, place } = entry;
    const code = scope(scopeKey(entry));
    return {
      id,
      scope: code,
      label: name,
      sort_name: stripAccents(name.toLowerCase()),
      at: entry.at,
      featured,
      facets: facetCodes(index.facets.map((facet) => entry.facets[facet.name] ?? [])),
      country: place.country?.toUpperCase() ?? null,
      area: place.area === null ? null : foldPlaceName(place.area),
      lat: place.lat,
      lon: place.lon,
      ...toVectors(documents[at]!, stemmer, code),
    };
  });
  const columns = Object.keys(rows[0]!);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const updates = sql.join(columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  await sql`
    insert into ${sql.table(index.table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(index.table)}, ${JSON.stringify(rows)}::jsonb)
    order by id
    on conflict (id) do update set ${updates}
  `.execute(trx);
}

export async function removeEntries(
  trx: Kysely<Database>,
  index: DirectoryIndex,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(index.table)} where id = any(${ids}::bigint[])`.execute(trx);
}
