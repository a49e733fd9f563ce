import { z } from 'zod';
import type { GeocoderKind } from '#contract/backend/backend.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import type { FoundPlace, PlacePreference } from '../places.port.js';

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

export const GEOCODER_SHAPES: Record<GeocoderKind, GeocoderShape> = {
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
