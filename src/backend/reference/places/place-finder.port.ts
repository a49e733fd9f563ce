import type { TypedPlace } from './typed-place.js';

/** A place of the gazetteer that is meant beyond doubt. */
export interface KnownPlace {
  kind: 'city' | 'area' | 'country';
  name: string;
  country: string;
  /** A code, else a name; empty: none. */
  area: string;
  lat: number;
  lon: number;
}

/** Tests have one of a few places; the product has the gazetteer. */
export interface PlaceFinder {
  /** @returns nothing where it is not known, or several places may be meant; `area` is the code of a typed area. */
  find(typed: TypedPlace): Promise<{ place?: KnownPlace; area?: string }>;
}
