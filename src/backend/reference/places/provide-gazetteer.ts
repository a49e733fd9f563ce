import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { readGazetteer } from './gazetteer-rows.js';
import { addCityNames } from './names/city-names.js';

/** Increase it with every change to what is stored of places, and say below how stored data is brought to it. */
const VERSION = 2;
const LOCK = 4_217_021;

/** Fills the tables of places where they are empty, and brings what an earlier version stored to this one. */
export async function provideGazetteer(database: Kysely<Database>): Promise<void> {
  if ((await storedVersion(database)) >= VERSION) return;
  await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if ((await storedVersion(trx)) >= VERSION) return;
    const { rows } = await sql<{ filled: boolean }>`select exists(select from place) as filled`.execute(trx);
    if (rows[0]?.filled) await addCityNames(trx);
    else await fill(trx);
    await trx
      .insertInto('reference_data')
      .values({ name: 'gazetteer', version: VERSION })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: VERSION }))
      .execute();
  });
}

/** @returns 0 when nothing is stored, or was stored before versions were */
async function storedVersion(database: Kysely<Database>): Promise<number> {
  const row = await database
    .selectFrom('reference_data')
    .select('version')
    .where('name', '=', 'gazetteer')
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function fill(trx: Transaction<Database>): Promise<void> {
  const { places, names } = await readGazetteer();
  await sql`
    insert into place select * from unnest(
      ${places.map((place) => place.id)}::integer[], ${places.map((place) => place.kind)}::text[],
      ${places.map((place) => place.name)}::text[], ${places.map((place) => place.country)}::text[],
      ${places.map((place) => place.area)}::text[], ${places.map((place) => place.area_name)}::text[],
      ${places.map((place) => place.country_name)}::text[], ${places.map((place) => place.lat)}::double precision[],
      ${places.map((place) => place.lon)}::double precision[], ${places.map((place) => place.population)}::integer[])
  `.execute(trx);
  await sql`
    insert into place_name select * from unnest(
      ${names.map((name) => name.folded)}::text[], ${names.map((name) => name.place_id)}::integer[])
  `.execute(trx);
  await sql`analyze place, place_name`.execute(trx);
}
