import type { TypedPlace } from './typed-place.js';

/** An unambiguous place of the gazetteer. */
export interface KnownPlace {
  kind: 'city' | 'area' | 'country';
  name: string;
  country: string;
  /** Code of the area, or its name if it has no code; empty if there is none. */
  area: string;
  lat: number;
  lon: number;
}

/** Finds typed places. The product uses the gazetteer; tests use a few fixed places. */
export interface PlaceFinder {
  /** @returns no place if it is unknown or ambiguous; `area` is the code of a typed area */
  find(typed: TypedPlace): Promise<{ place?: KnownPlace; area?: string }>;
}
