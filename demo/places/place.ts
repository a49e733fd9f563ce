import type { Language } from '../../src/backend/reference/taxonomy/vocabularies.js';

export interface Place {
  city: string;
  region: string;
  country: string;
  lat: number;
  lon: number;
  weight: number;
  /** Postal districts (or complete codes in countries where five digits are a district). */
  postal: readonly string[];
  /** Neighbourhoods that a local advert would mention. */
  districts: readonly string[];
}

export type PlaceRow = readonly [
  city: string,
  region: string,
  lat: number,
  lon: number,
  weight: number,
  postal: string,
  districts?: string,
];

export function placesIn(country: string, rows: readonly PlaceRow[]): readonly Place[] {
  return rows.map(([city, region, lat, lon, weight, postal, districts]) => ({
    city,
    region,
    country,
    lat,
    lon,
    weight,
    postal: postal.split(' '),
    districts: districts === undefined ? [] : districts.split(', '),
  }));
}

export type PlacesByLanguage = Readonly<Record<Language, readonly Place[]>>;
