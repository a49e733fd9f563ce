import type { PlaceKind } from './gazetteer-rows.js';
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

/** A place that can be searched. */
export interface FoundPlace {
  id: number;
  kind: PlaceKind | 'postal-code';
  /** Name of the place: `London`; for a postal code with the town: `10115 (Berlin)`. */
  name: string;
  /** `London, Ontario, Canada` */
  label: string;
  country: string;
  /** Code of the first-level area, or its name if it has no code; empty if there is none. */
  area: string;
  lat: number;
  lon: number;
}

export interface PlacePreference {
  /** Countries that are preferred; among them, and among all others, larger places come first. */
  prefer?: readonly string[];
  /** Countries to which the result is restricted; omit or leave empty for any. */
  within?: readonly string[];
  /** Language of the names (`de`); without it they are the gazetteer's own names. */
  language?: string;
  /** In suggestions, the size of places in this circle is multiplied. */
  near?: { lat: number; lon: number; km: number };
  /** Whether to return only places with exactly this name that are large enough for a text that may not be a place at all. */
  certain?: boolean;
}

/** Resolves typed places. */
export interface Places {
  /** Returns the places that a typed text may refer to, best first; empty if it is unknown. */
  resolve(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]>;
  /** Returns places whose name is or begins with the typed text, best first. */
  suggest(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]>;
  /** Returns all folded names of a country's first-level area, given by code or name. */
  namesOfArea(country: string, area: string): Promise<string[]>;
  /** Returns the city nearest to a point; undefined if there is none nearby. */
  nearest(lat: number, lon: number, language?: string): Promise<FoundPlace | undefined>;
}
