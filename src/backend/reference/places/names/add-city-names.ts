import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { foldedSpellings } from '../place-name.js';
import { citiesWithOtherNames, otherNamesOf } from './city-names.js';

/** Lets places that are there already be found by the names that cities have in other languages. */
export async function addCityNames(database: Kysely<Database>): Promise<void> {
  const rows = citiesWithOtherNames().flatMap(({ country, name }) =>
    [...new Set(otherNamesOf(country, name).flatMap(foldedSpellings))].map((folded) => ({ country, name, folded })),
  );
  await sql`
    insert into place_name
    select distinct other.folded, place.id
    from unnest(
      ${rows.map((row) => row.country)}::text[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.folded)}::text[]
    ) as other (country, name, folded)
    join place on place.kind = 'city' and place.country = other.country and place.name = other.name
    where other.folded <> ''
      and not exists (select from place_name where place_id = place.id and place_name.folded = other.folded)
  `.execute(database);
}
