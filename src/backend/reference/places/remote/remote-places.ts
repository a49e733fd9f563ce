import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { BackendLogger, GeocoderOptions, GeocoderKind } from '#contract/backend/backend.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import type { FoundPlace, Places, PlacePreference } from '../places.port.js';

const MAX_LENGTH = 100;
const MAX_ENTRIES = 5000;
const CACHED_MS = 24 * 60 * 60 * 1000;
/** Short, because suggestions are requested while the user is typing. */
const TIMEOUT_MS = 1500;
/** Pause after a failure, in which the geocoder is not queried. */
const PAUSE_MS = 30_000;
const MAX_BYTES = 500_000;
/** Factor for the number of requested results, because some may be in other countries. */
const SPARE = 3;

/** Places from an operator's geocoder; falls back to the gazetteer if it finds none or is unavailable. */
export class RemotePlaces implements Places {
  private readonly answers: LRUCache<string, readonly FoundPlace[]>;
  private pausedUntil = 0;

  constructor(
    private readonly options: GeocoderOptions,
    private readonly gazetteer: Places,
    private readonly logger: BackendLogger,
  ) {
    this.answers = new LRUCache({
      max: MAX_ENTRIES,
      ttl: CACHED_MS,
      // Concurrent lookups of the same address share one request.
      fetchMethod: (address: string) => this.ask(address),
    });
  }

  async resolve(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]> {
    return (await this.find(text, preference, limit)) ?? this.gazetteer.resolve(text, preference, limit);
  }

  async suggest(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]> {
    return (await this.find(text, preference, limit)) ?? this.gazetteer.suggest(text, preference, limit);
  }

  namesOfArea(country: string, area: string): Promise<string[]> {
    return this.gazetteer.namesOfArea(country, area);
  }

  nearest(lat: number, lon: number, language?: string): Promise<FoundPlace | undefined> {
    return this.gazetteer.nearest(lat, lon, language);
  }

  /** @returns undefined if the geocoder finds nothing or is unavailable */
  private async find(
    text: string,
    preference: PlacePreference,
    limit: number,
  ): Promise<readonly FoundPlace[] | undefined> {
    const typed = text
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_LENGTH);
    if (typed === '' || Date.now() < this.pausedUntil) return undefined;
    const { kind, url } = this.options;
    const address = new URL(url);
    const parameters = GEOCODER_SHAPES[kind].parameters(typed, preference, limit * SPARE);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    try {
      const found = (await this.answers.fetch(address.href)) ?? [];
      const places = chosen(found, preference, limit);
      return places.length > 0 ? places : undefined;
    } catch (error) {
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ reason: (error as Error).message }, 'The geocoder does not answer: using the gazetteer');
      return undefined;
    }
  }

  /** @throws if there is no response in time, or it is invalid */
  private async ask(address: string): Promise<readonly FoundPlace[]> {
    const response = await fetch(address, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const answer: unknown = JSON.parse(await textOf(response));
    return GEOCODER_SHAPES[this.options.kind].read(answer).filter((place) => place !== undefined);
  }
}

/** Returns the places within the allowed countries: preferred countries first, otherwise in the geocoder's order. */
function chosen(
  found: readonly FoundPlace[],
  { prefer = [], within = [] }: PlacePreference,
  limit: number,
): readonly FoundPlace[] {
  const order = ({ country }: FoundPlace): number => (prefer.includes(country) ? 0 : 1);
  return found
    .filter(({ country }) => within.length === 0 || within.includes(country))
    .sort((a, b) => order(a) - order(b))
    .slice(0, limit);
}

async function textOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new Error('the response is too large');
  }
  return text;
}

/** The request parameters and the response format of a kind of geocoder. */
interface GeocoderShape {
  parameters(text: string, preference: PlacePreference, limit: number): Record<string, string>;
  /** @throws if the response has another format */
  read(answer: unknown): (FoundPlace | undefined)[];
}

/** Address fields that may contain the name of the settlement, in order of preference. */
const SETTLEMENTS = ['city', 'town', 'village', 'municipality', 'hamlet', 'locality', 'district', 'suburb'];

// https://github.com/komoot/photon/blob/master/docs/api-v1.md
const photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        osm_id: z.number(),
        type: z.string().optional(),
        osm_value: z.string().optional(),
        name: z.string().optional(),
        postcode: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        country: z.string().optional(),
        countrycode: z.string().optional(),
      }),
    }),
  ),
});

// https://nominatim.org/release-docs/latest/api/Output/, with `addressdetails`
const nominatim = z.array(
  z.object({
    place_id: z.number(),
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    addresstype: z.string().optional(),
    name: z.string().optional(),
    address: z.record(z.string(), z.string()).default({}),
  }),
);

const GEOCODER_SHAPES: Record<GeocoderKind, GeocoderShape> = {
  photon: {
    parameters: (text, { near, language }, limit) => ({
      q: text,
      limit: String(limit),
      ...(language && { lang: language }),
      ...(near && { lat: String(near.lat), lon: String(near.lon) }),
    }),
    read: (answer) =>
      photon.parse(answer).features.map(({ geometry, properties }) => {
        const { osm_id, type, osm_value, name, postcode, city, state, country, countrycode } = properties;
        const [lon, lat] = geometry.coordinates;
        const isPostal = osm_value === 'postcode' || type === 'postcode';
        return place({
          id: osm_id,
          lat,
          lon,
          country: countrycode,
          countryName: country,
          area: state,
          kind: isPostal ? 'postal-code' : kindOf(type ?? osm_value ?? ''),
          postalCode: isPostal ? (postcode ?? name) : undefined,
          name: isPostal ? city : name,
        });
      }),
  },
  nominatim: {
    parameters: (text, { within = [], language }, limit) => ({
      q: text,
      limit: String(limit),
      format: 'jsonv2',
      addressdetails: '1',
      ...(language && { 'accept-language': language }),
      ...(within.length > 0 && { countrycodes: within.join(',').toLowerCase() }),
    }),
    read: (answer) =>
      nominatim.parse(answer).map(({ place_id, lat, lon, addresstype = '', name, address }) => {
        const isPostal = addresstype === 'postcode';
        const settlement = SETTLEMENTS.map((kind) => address[kind]).find(Boolean);
        return place({
          id: place_id,
          lat,
          lon,
          country: address.country_code,
          countryName: address.country,
          area: address.state,
          kind: isPostal ? 'postal-code' : kindOf(addresstype),
          postalCode: isPostal ? (address.postcode ?? name) : undefined,
          name: isPostal ? settlement : (name ?? settlement),
        });
      }),
  },
};

function kindOf(type: string): FoundPlace['kind'] {
  if (type === 'country') return 'country';
  return type === 'state' || type === 'region' || type === 'province' ? 'area' : 'city';
}

/** @returns undefined for results without a name, a country or valid coordinates */
function place(found: {
  id: number;
  kind: FoundPlace['kind'];
  /** For a postal code, the town. */
  name: string | undefined;
  postalCode: string | undefined;
  area: string | undefined;
  country: string | undefined;
  countryName: string | undefined;
  lat: number;
  lon: number;
}): FoundPlace | undefined {
  const { id, kind, postalCode = '', name: town = '', area = '', country = '', countryName = '', lat, lon } = found;
  const name = kind === 'postal-code' ? [postalCode, town].filter(Boolean).join(', ') : town;
  const isInTheWorld = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  if (name === '' || !/^[a-z]{2}$/i.test(country) || !isInTheWorld) return undefined;
  const parts = kind === 'country' ? [name] : kind === 'area' ? [name, countryName] : [name, area, countryName];
  return {
    id,
    kind,
    country: country.toUpperCase(),
    lat,
    lon,
    name: kind === 'postal-code' && postalCode && town ? `${postalCode} (${town})` : name,
    label: parts
      .filter((part, index) => part !== '' && foldPlaceName(part) !== foldPlaceName(parts[index - 1] ?? ''))
      .join(', '),
    area: kind === 'country' ? '' : kind === 'area' ? name : area,
  };
}
