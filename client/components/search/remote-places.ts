import type { PlaceSuggestionsQuery } from '#contract/generated/operations.js';

type Place = PlaceSuggestionsQuery['placeSuggestions'][number];

/** The part of a Photon geocoder's response that is used here. */
interface PhotonAnswer {
  features: {
    geometry: { coordinates: [lon: number, lat: number] };
    properties: {
      osm_id: number;
      type?: string;
      name?: string;
      state?: string;
      country?: string;
      countrycode?: string;
    };
  }[];
}

const MAX_PLACES = 8;
const MAX_WAIT_MS = 2000;
const LOCATION_TYPES: Readonly<Record<string, Place['locationType']>> = {
  country: 'country',
  state: 'administrative_area_level_1',
};

/**
 * Requests places from a geocoder on another host, which receives the typed text: call it only with the user's consent.
 *
 * @param countries the countries to search in; none or several search the whole world
 * @throws if there is no valid response
 */
export async function remotePlaces(
  geocoder: string,
  text: string,
  {
    near,
    language,
    countries,
    signal,
  }: { near: { lat: number; lon: number }; language: string; countries: readonly string[]; signal: AbortSignal },
): Promise<Place[]> {
  const address = new URL(geocoder);
  const parameters = { q: text, lang: language, limit: MAX_PLACES, lat: near.lat, lon: near.lon };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  const response = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { features } = (await response.json()) as PhotonAnswer;
  const places = features.flatMap(({ geometry, properties }) => {
    const { osm_id, name, state, country, countrycode, type = '' } = properties;
    if (!name || !countrycode) return [];
    const [lon, lat] = geometry.coordinates;
    const locationType = LOCATION_TYPES[type] ?? 'locality';
    const label = [...new Set([name, state, country])].filter(Boolean).join(', ');
    const administrativeArea = type === 'state' ? name : null;
    return { id: String(osm_id), label, country: countrycode, administrativeArea, lat, lon, locationType };
  });
  return places.filter(({ country }) => countries.length !== 1 || country === countries[0]);
}
