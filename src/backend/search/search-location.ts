import type { GeoLocationInput, LocationType, Place, SearchLocation } from '../../contract/generated/resolvers.js';
import { badUserInput } from '../graphql/rejection.js';
import type { FoundPlace, Places } from '../places/places.port.js';
import { withoutControlCharacters } from './request/clean-text.js';
import type { SearchArea } from './search.port.js';

/** The place that a search is about. */
export interface Whereabouts {
  area: Exclude<SearchArea, { kind: 'remote' }>;
  location: SearchLocation;
}

const DEFAULT_KM = 100;
const LARGEST_KM = 500;
const MOST_ALTERNATIVES = 5;

/**
 * Understands the place of a request.
 *
 * @returns undefined when none is asked for, or it is not known.
 * @throws BAD_USER_INPUT for coordinates or a radius that cannot be.
 */
export async function locate(
  places: Places,
  input: GeoLocationInput | null | undefined,
): Promise<Whereabouts | undefined> {
  if (!input) return undefined;
  const radius = readRadius(input.radius);
  const label = withoutControlCharacters(input.label ?? '').slice(0, 200);
  const country = readCountry(input.country);
  const area = withoutControlCharacters(input.administrativeArea ?? '');
  const { lat, lon } = input;
  const hasBoth = typeof lat === 'number' && typeof lon === 'number';
  if (!hasBoth && (typeof lat === 'number' || typeof lon === 'number') && label === '') {
    throw badUserInput('"geoLocation" has one of "lat" and "lon" only');
  }
  const isRegion = input.locationType === 'country' || input.locationType === 'administrative_area_level_1';
  if (isRegion && country !== '')
    return region(places, { label, country, area: input.locationType === 'country' ? '' : area });
  if (hasBoth) return around(places, { label, country, area, lat, lon, radius, locationType: input.locationType });
  if (label !== '') {
    const wish = country === '' ? { prefer: input.preferCountries ?? [] } : { within: [country] };
    const [best, ...others] = await places.resolve(label, wish, MOST_ALTERNATIVES + 1);
    return best ? whereabouts(places, best, others, radius) : undefined;
  }
  return country === '' ? undefined : region(places, { label, country, area });
}

export function toContractPlace(place: FoundPlace): Place {
  const { id, label, country, area, lat, lon } = place;
  return { id: String(id), label, country, administrativeArea: area || null, lat, lon, locationType: typeOf(place) };
}

async function whereabouts(
  places: Places,
  place: FoundPlace,
  others: readonly FoundPlace[],
  km: number,
): Promise<Whereabouts> {
  const { label, country, area, lat, lon, kind } = place;
  const location: SearchLocation = {
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
): Promise<Whereabouts> {
  const areas = area === '' ? [] : await places.namesOfArea(country, area);
  return {
    area: { kind: 'region', country, areas },
    location: {
      label: label || [area, countryName(country)].filter((part) => part !== '').join(', '),
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
): Promise<Whereabouts> {
  const { lat, lon, radius } = place;
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) throw badUserInput('"geoLocation" lies outside the world');
  const near = place.label === '' || place.country === '' ? await places.nearest(lat, lon) : undefined;
  return {
    area: { kind: 'radius', lat, lon, km: radius },
    location: {
      label: place.label || (near?.label ?? `${lat.toFixed(2)}, ${lon.toFixed(2)}`),
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
  if (radius < 1 || radius > LARGEST_KM) throw badUserInput(`"geoLocation.radius" must be from 1 to ${LARGEST_KM}`);
  return radius;
}

function readCountry(country: string | null | undefined): string {
  if (!country) return '';
  if (!/^[a-z]{2}$/i.test(country)) throw badUserInput('"geoLocation.country" is not an ISO 3166-1 alpha-2 code');
  return country.toUpperCase();
}

function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
}

function typeOf({ kind }: FoundPlace): LocationType {
  return (
    { country: 'country', area: 'administrative_area_level_1', city: 'locality', 'postal-code': 'postal_code' } as const
  )[kind];
}
