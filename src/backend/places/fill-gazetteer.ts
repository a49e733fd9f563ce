import { sql, type Kysely } from 'kysely';
import { readGazetteer } from './gazetteer-rows.js';

/** Fills the empty tables of places. */
export async function fillGazetteer(database: Kysely<unknown>): Promise<void> {
  const { places, names } = await readGazetteer();
  await sql`
    insert into place select * from unnest(
      ${places.map((place) => place.id)}::integer[], ${places.map((place) => place.kind)}::text[],
      ${places.map((place) => place.name)}::text[], ${places.map((place) => place.country)}::text[],
      ${places.map((place) => place.area)}::text[], ${places.map((place) => place.area_name)}::text[],
      ${places.map((place) => place.country_name)}::text[], ${places.map((place) => place.lat)}::double precision[],
      ${places.map((place) => place.lon)}::double precision[], ${places.map((place) => place.population)}::integer[])
  `.execute(database);
  await sql`
    insert into place_name select * from unnest(
      ${names.map((name) => name.folded)}::text[], ${names.map((name) => name.place_id)}::integer[])
  `.execute(database);
}
