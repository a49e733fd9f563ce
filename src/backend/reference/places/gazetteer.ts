import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/schema.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { type PlaceReading, rankPlaces, readings, nicknameOf, nicknamesIn } from './place-reading.js';
import { type PlaceKind, type PlaceRow, placeLabelIn, placeNameIn } from './gazetteer-rows.js';
import type { FoundPlace, Places, PlacePreference } from './places.port.js';
import { readPostalCodes } from './postal/postal-codes.js';

const MAX_LENGTH = 100;
const MAX_ENTRIES = 5000;
const MAX_KEY_LENGTH = 1000;
const MAX_ROWS = 400;
const LAST_CHARACTER = '\u{10ffff}';
const EARTH_KM_PER_DEGREE = 111;
/** Of two places with the same prefix, the nearer one is preferred, unless the other is larger by this factor. */
const NEAR_WEIGHT = 5;
const MIN_POPULATION_NEARBY = 2000;
const MIN_POPULATION_ABROAD = 100_000;

type NamedRow = PlaceRow & { folded: string };

/** A place that was found; for a postal code, the town near it. */
interface Match {
  place: PlaceRow;
  code?: string;
}

/** The bundled gazetteer: places of the world with their names. */
export class Gazetteer implements Places {
  /** Cache: places do not change at run time, and most searches are for the same ones. */
  private readonly resolved = new LRUCache<string, readonly Match[]>({ max: MAX_ENTRIES });

  private readonly suggested = new LRUCache<string, readonly Match[]>({ max: MAX_ENTRIES });

  constructor(private readonly database: Kysely<Database>) {}

  async resolve(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]> {
    const { prefer, within, certain = false } = preference;
    const key = JSON.stringify([text.slice(0, MAX_LENGTH), prefer, within, certain, limit]);
    let matches = this.resolved.get(key);
    if (!matches) remember(this.resolved, key, (matches = await this.read(text, preference, limit)));
    return matches.map((match) => toPlace(match, preference.language));
  }

  private async read(text: string, preference: PlacePreference, limit: number): Promise<Match[]> {
    const typed = cleaned(text);
    const postal = await this.readPostal(typed, preference);
    const found = postal.length > 0 ? postal : (await this.findNamed(typed, preference)).map((place) => ({ place }));
    return found.slice(0, limit);
  }

  /** Finds places by a name in the gazetteer or an informal name. */
  private async findNamed(typed: string, preference: PlacePreference): Promise<PlaceRow[]> {
    const { prefer = [], within = [] } = preference;
    const nickname = nicknameOf(typed);
    if (!nickname || (within.length > 0 && !within.includes(nickname.country))) return this.find(typed, preference);
    const [meant, named] = await Promise.all([
      this.find(nickname.name, { within: [nickname.country] }),
      this.find(typed, { ...preference, certain: true }),
    ]);
    const isPreferred = prefer.length === 0 || prefer.includes(nickname.country);
    const first = meant.slice(0, 1);
    return [
      ...new Map((isPreferred ? [...first, ...named] : [...named, ...first]).map((row) => [row.id, row])).values(),
    ];
  }

  private async readPostal(typed: string, { prefer = [], within = [] }: PlacePreference): Promise<Match[]> {
    const codes = readPostalCodes(typed, within.length > 0 ? within : prefer);
    const allowed = codes.filter(({ country }) => within.length === 0 || within.includes(country));
    const matches = await Promise.all(
      allowed.map(async ({ country, city, code }) => {
        // An area may have the same name as its town.
        const place = (await this.find(city, { within: [country] })).find(({ kind }) => kind === 'city');
        return place ? [{ place, code }] : [];
      }),
    );
    return matches.flat();
  }

  async suggest(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]> {
    const folded = foldPlaceName(text.slice(0, MAX_LENGTH));
    const { language, ...rest } = preference;
    const key = JSON.stringify([folded, text.includes(','), rest, limit]);
    let matches = this.suggested.get(key);
    if (!matches) {
      matches = (await this.readSuggestions(text, folded, preference, limit)).slice(0, limit);
      remember(this.suggested, key, matches);
    }
    return matches.map((match) => toPlace(match, language));
  }

  /** Finds places with the typed name, then those that begin with it, in one query because the user is waiting; more only if these fail. */
  private async readSuggestions(
    text: string,
    folded: string,
    preference: PlacePreference,
    limit: number,
  ): Promise<Match[]> {
    const typed = cleaned(text);
    const postal = await this.readPostal(typed, preference);
    if (postal.length > 0) return postal;
    const rows = folded === '' ? [] : await this.beginning(folded, preference, limit);
    // `Toronto, Ont` is not the prefix of a name.
    if (rows.length === 0) return (await this.find(typed, preference)).map((place) => ({ place }));
    const { prefer = [], within = [] } = preference;
    const exact = rankPlaces([{ name: folded, qualifiers: [] }], rows, prefer, within);
    return [...new Set([...exact, ...rows])].map((place) => ({ place }));
  }

  /** @returns places with exactly this name first, which include the name; the others have none */
  private async beginning(
    folded: string,
    { prefer = [], within = [], near }: PlacePreference,
    limit: number,
  ): Promise<NamedRow[]> {
    const { rows } = await sql<NamedRow>`
      select place.*, case when named.exact then ${folded} else '' end as folded from (
        select place_id, bool_or(folded = ${folded}) as exact from place_name
        where folded >= ${folded} and folded < ${folded + LAST_CHARACTER} group by place_id
      ) as named join place on place.id = named.place_id
      ${within.length > 0 ? sql`where place.country = any(${[...within]}::text[])` : sql``}
      order by named.exact desc, place.country = any(${[...prefer]}::text[]) desc, place.population * ${weightNear(near)} desc, place.id
      limit ${limit}
    `.execute(this.database);
    return rows;
  }

  /**
   * Returns the names of towns, areas and countries that are well known enough to be recognized without "in".
   *
   * @param country ISO code of the country
   * @param people minimum population of a town
   */
  async wellKnownNames(country: string, people: number): Promise<{ name: string; kinds: PlaceKind[] }[]> {
    const { rows } = await sql<{ name: string; kinds: PlaceKind[] }>`
      select named.folded as name, array_agg(distinct named.kind) as kinds from (
        select place_name.folded, place.kind from place_name join place on place.id = place_name.place_id
        where place.country = ${country} and (place.kind <> 'city' or place.population >= ${people}::integer)
        union all select nickname, 'city' from unnest(${nicknamesIn(country)}::text[]) as nickname
      ) as named group by named.folded
    `.execute(this.database);
    return rows;
  }

  async namesOfArea(country: string, area: string): Promise<string[]> {
    const folded = foldPlaceName(area);
    const { rows } = await sql<{ folded: string; area: string }>`
      select other.folded, place.area from place_name named
      join place on place.id = named.place_id and place.kind = 'area' and place.country = ${country.toUpperCase()}
      join place_name other on other.place_id = place.id
      where named.folded = ${folded}
    `.execute(this.database);
    return [...new Set([folded, ...rows.flatMap((row) => [row.folded, foldPlaceName(row.area)])])];
  }

  async nearest(lat: number, lon: number, language?: string): Promise<FoundPlace | undefined> {
    for (const km of [20, 200]) {
      const reach = km / EARTH_KM_PER_DEGREE;
      const { rows } = await sql<PlaceRow>`
        select * from place where kind = 'city'
          and lat between ${lat - reach}::float8 and ${lat + reach}::float8
          and lon between ${lon - 2 * reach}::float8 and ${lon + 2 * reach}::float8
        order by (lat - ${lat}::float8) ^ 2 + ((lon - ${lon}::float8) * cos(radians(${lat}::float8))) ^ 2 limit 1
      `.execute(this.database);
      if (rows[0]) return toPlace({ place: rows[0] }, language);
    }
    return undefined;
  }

  private async find(
    text: string,
    { prefer = [], within = [], certain = false }: PlacePreference,
  ): Promise<PlaceRow[]> {
    const possible = readings(text);
    if (possible.length === 0) return [];
    const { rows } = await sql<NamedRow>`
      select place_name.folded, place.* from place_name join place on place.id = place_name.place_id
      where place_name.folded = any(${namesOf(possible)}::text[]) order by place.population desc limit ${MAX_ROWS}
    `.execute(this.database);
    const found = rankPlaces(possible, rows, prefer, within);
    if (certain) return found.filter((row) => row.population >= leastPopulation(row, prefer));
    return found.length > 0 ? found : this.findSimilar(possible, prefer, within);
  }

  /** Finds places with a similar spelling, if none has exactly this name. */
  private async findSimilar(
    possible: readonly PlaceReading[],
    prefer: readonly string[],
    within: readonly string[],
  ): Promise<PlaceRow[]> {
    // Shorter names are similar to too many others.
    const written = possible.find(({ qualifiers }) => qualifiers.length > 0)?.name ?? possible[0]!.name;
    if (written.length < 5) return [];
    const { rows } = await sql<NamedRow>`
      select near.folded, place.* from (
        select folded, place_id from place_name
        where folded % ${written} and levenshtein_less_equal(folded, ${written}, 2) <= ${written.length < 7 ? 1 : 2}::integer
      ) as near join place on place.id = near.place_id
      order by levenshtein(near.folded, ${written}), place.country = any(${[...prefer]}::text[]) desc, place.population desc limit 20
    `.execute(this.database);
    const seen = new Set<number>();
    return rows.filter(({ id, country, population }) => {
      const wanted = within.length === 0 || within.includes(country);
      // A typing error is more likely than a village in a distant country.
      if (!wanted || seen.has(id) || (population < 5000 && !prefer.includes(country))) return false;
      seen.add(id);
      return true;
    });
  }
}

/** Caches what was found, unless the lists of countries in a request make its key too long. */
function remember(cache: LRUCache<string, readonly Match[]>, key: string, matches: readonly Match[]): void {
  if (key.length <= MAX_KEY_LENGTH) cache.set(key, matches);
}

/** Returns the minimum population of a place for texts that may not be a place at all. */
function leastPopulation({ country }: PlaceRow, prefer: readonly string[]): number {
  return prefer.includes(country) ? MIN_POPULATION_NEARBY : MIN_POPULATION_ABROAD;
}

function cleaned(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_LENGTH);
}

function namesOf(possible: readonly PlaceReading[]): string[] {
  return [...new Set(possible.flatMap(({ name, qualifiers }) => [name, ...qualifiers]))];
}

function toPlace({ place, code }: Match, language: string | undefined): FoundPlace {
  const { id, kind, country, area, lat, lon } = place;
  const name = placeNameIn(place, language);
  const label = placeLabelIn(place, language);
  if (code === undefined) return { id, kind, name, label, country, area, lat, lon };
  return { id, kind: 'postal-code', name: `${code} (${name})`, label: `${code}, ${label}`, country, area, lat, lon };
}

/** SQL for the factor of a place's population. The circle is approximated by its bounding box. */
function weightNear(near: PlacePreference['near']): RawBuilder<number> {
  if (!near) return sql<number>`1`;
  const { lat, lon, km } = near;
  const reach = km / EARTH_KM_PER_DEGREE;
  const width = reach / Math.max(Math.cos((lat * Math.PI) / 180), 0.1);
  return sql<number>`(case when place.lat between ${lat - reach}::float8 and ${lat + reach}::float8
    and place.lon between ${lon - width}::float8 and ${lon + width}::float8 then ${NEAR_WEIGHT}::integer else 1 end)::bigint`;
}
