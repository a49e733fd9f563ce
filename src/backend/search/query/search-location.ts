import type { GeoLocationInput, LocationType, Place, SearchLocation } from '#contract/generated/resolvers.js';
import { withoutControlCharacters } from '../analysis/plain-text.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import { knownCountries } from '../../reference/places/countries.js';
import { areaNameIn, countryNameIn, writtenAreaIn } from '../../reference/places/gazetteer-rows.js';
import type { FoundPlace, Places } from '../../reference/places/places.port.js';
import type { SearchArea } from '../port/search.port.js';

/** The place that a search is about. */
export interface ResolvedLocation {
  area: Exclude<SearchArea, { kind: 'remote' }>;
  location: SearchLocation;
}

const DEFAULT_KM = 100;
const MAX_KM = 500;
const MAX_ALTERNATIVES = 5;
/** Two coordinates of the center of the same town differ by less than this. */
const SAME_DEGREES = 0.02;

/** Options for choosing among places of the same name, and for naming the result. */
interface Naming {
  /** `de` */
  language?: string;
  /** Countries that are searched first for a place given only by its label. */
  prefer: readonly string[];
}

/**
 * Resolves the place of a request.
 *
 * @param language language of the place's name; without it, the gazetteer's own names are used
 * @returns undefined if the request has no place, or the place is unknown
 * @throws BAD_USER_INPUT for invalid coordinates or an invalid radius
 */
export async function locate(
  places: Places,
  input: GeoLocationInput | null | undefined,
  language?: string,
): Promise<ResolvedLocation | undefined> {
  if (!input) return undefined;
  const radius = readRadius(input.radius);
  const label = withoutControlCharacters(input.label ?? '').slice(0, 200);
  const country = readCountry(input.country);
  const area = withoutControlCharacters(input.administrativeArea ?? '');
  const { lat, lon } = input;
  const naming: Naming = { language, prefer: knownCountries(input.preferCountries ?? []) };
  const hasBoth = typeof lat === 'number' && typeof lon === 'number';
  if (!hasBoth && (typeof lat === 'number' || typeof lon === 'number') && label === '') {
    throw badUserInput('"geoLocation" must have both "lat" and "lon"');
  }
  const isRegion = input.locationType === 'country' || input.locationType === 'administrative_area_level_1';
  if (isRegion && country !== '')
    return region(places, { label, country, area: input.locationType === 'country' ? '' : area }, naming);
  if (hasBoth)
    return around(places, { label, country, area, lat, lon, radius, locationType: input.locationType }, naming);
  if (label !== '') {
    const preference = country === '' ? { prefer: naming.prefer, language } : { within: [country], language };
    const [best, ...others] = await places.resolve(label, preference, MAX_ALTERNATIVES + 1);
    return best ? locationOfPlace(places, best, { others, km: radius, naming }) : undefined;
  }
  return country === '' ? undefined : region(places, { label, country, area }, naming);
}

/** Returns the name of a place alone if it is unambiguous here (`London`), otherwise with its area or country (`London, ON`). */
async function shortName(places: Places, place: FoundPlace, { language, prefer }: Naming): Promise<string> {
  const { id, kind, name, country, area } = place;
  if (kind !== 'city') return name;
  const [meant] = await places.resolve(name, { prefer, language }, 1);
  if (!meant || meant.id === id) return name;
  const where = writtenAreaIn(country, area, language);
  // A city may have the same name as its area.
  return `${name}, ${where === '' || where === name ? countryNameIn(country, language) : where}`;
}

export function toContractPlace(place: FoundPlace): Place {
  const { id, label, country, area, lat, lon } = place;
  return { id: String(id), label, country, administrativeArea: area || null, lat, lon, locationType: typeOf(place) };
}

async function locationOfPlace(
  places: Places,
  place: FoundPlace,
  { others, km, naming }: { others: readonly FoundPlace[]; km: number; naming: Naming },
): Promise<ResolvedLocation> {
  const { label, country, area, lat, lon, kind } = place;
  const location: SearchLocation = {
    name: await shortName(places, place, naming),
    label,
    country,
    administrativeArea: area || null,
    lat,
    lon,
    radius: kind === 'city' || kind === 'postal-code' ? km : null,
    locationType: typeOf(place),
    alternatives: others.map(toContractPlace),
  };
  if (location.radius != null) return { area: { kind: 'radius', lat, lon, km }, location };
  const areas = kind === 'area' ? await places.namesOfArea(country, area) : [];
  return { area: { kind: 'region', country, areas }, location };
}

async function region(
  places: Places,
  { label, country, area }: { label: string; country: string; area: string },
  { language }: Naming,
): Promise<ResolvedLocation> {
  const areas = area === '' ? [] : await places.namesOfArea(country, area);
  const countryName = countryNameIn(country, language);
  const name = area === '' ? countryName : areaNameIn(country, area, language ?? 'en');
  return {
    area: { kind: 'region', country, areas },
    location: {
      name,
      label: language === undefined && label !== '' ? label : [...new Set([name, countryName])].join(', '),
      country,
      administrativeArea: area || null,
      lat: null,
      lon: null,
      radius: null,
      locationType: area === '' ? 'country' : 'administrative_area_level_1',
      alternatives: [],
    },
  };
}

async function around(
  places: Places,
  place: {
    label: string;
    country: string;
    area: string;
    lat: number;
    lon: number;
    radius: number;
    locationType?: LocationType | null;
  },
  naming: Naming,
): Promise<ResolvedLocation> {
  const { language } = naming;
  const { lat, lon, radius } = place;
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) throw badUserInput('"geoLocation" has coordinates out of range');
  const near = place.label === '' || place.country === '' ? await places.nearest(lat, lon, language) : undefined;
  const picked = near ? undefined : await samePlace(places, place, language);
  const label = picked?.label ?? (place.label || (near?.label ?? `${lat.toFixed(2)}, ${lon.toFixed(2)}`));
  return {
    area: { kind: 'radius', lat, lon, km: radius },
    location: {
      name: picked ? await shortName(places, picked, naming) : nameOfLabel(label),
      label,
      country: place.country || (near?.country ?? ''),
      administrativeArea: place.area || near?.area || null,
      lat,
      lon,
      radius,
      locationType: place.locationType ?? 'locality',
      alternatives: [],
    },
  };
}

function readRadius(radius: number | null | undefined): number {
  if (radius === null || radius === undefined) return DEFAULT_KM;
  if (radius < 1 || radius > MAX_KM) throw badUserInput(`"geoLocation.radius" must be from 1 to ${MAX_KM}`);
  return radius;
}

function readCountry(country: string | null | undefined): string {
  if (!country) return '';
  if (!/^[a-z]{2}$/i.test(country)) throw badUserInput('"geoLocation.country" is not an ISO 3166-1 alpha-2 code');
  return country.toUpperCase();
}

/** Finds the place that was picked under its name in another language. @returns undefined if it is not found again */
async function samePlace(
  places: Places,
  { label, country, lat, lon }: { label: string; country: string; lat: number; lon: number },
  language: string | undefined,
): Promise<FoundPlace | undefined> {
  const found = await places.resolve(label, { within: [country], language }, MAX_ALTERNATIVES + 1);
  return found.find((place) => Math.abs(place.lat - lat) < SAME_DEGREES && Math.abs(place.lon - lon) < SAME_DEGREES);
}

/** Returns `10115 (Berlin)` for `10115, Berlin, Germany`; `Toronto` for `Toronto, Ontario, Canada`. */
function nameOfLabel(label: string): string {
  const [first = label, second] = label.split(', ');
  return /\d/.test(first) && second !== undefined && !/\d/.test(second) ? `${first} (${second})` : first;
}

function typeOf({ kind }: FoundPlace): LocationType {
  return (
    { country: 'country', area: 'administrative_area_level_1', city: 'locality', 'postal-code': 'postal_code' } as const
  )[kind];
}
