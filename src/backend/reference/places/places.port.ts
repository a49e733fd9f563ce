import type { PlaceKind } from './gazetteer-rows.js';

/** A place that searches can be about. */
export interface FoundPlace {
  id: number;
  kind: PlaceKind | 'postal-code';
  /** Itself: `London`; of a postal code with the town: `10115 (Berlin)`. */
  name: string;
  /** `London, Ontario, Canada` */
  label: string;
  country: string;
  /** A first-level area's code, else its name; empty: none. */
  area: string;
  lat: number;
  lon: number;
}

export interface PlacePreference {
  /** Countries that are looked in first; among them, and after them, the larger place wins. */
  prefer?: readonly string[];
  /** Countries to stay within; none: anywhere. */
  within?: readonly string[];
  /** That names come in (`de`); without it they are the gazetteer's own. */
  language?: string;
  /** In suggestions, places in this circle count for several times their size. */
  near?: { lat: number; lon: number; km: number };
  /** Only what is called exactly so and is large enough to be meant by whoever may mean no place at all. */
  certain?: boolean;
}

/** Understands places that people type. */
export interface Places {
  /** What a person may mean by a place they typed, best first; nothing where it is not known. */
  resolve(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]>;
  /** Places that begin with what was typed, or are it, best first. */
  suggest(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]>;
  /** All names, folded, of the first-level area that a code or name means in a country. */
  namesOfArea(country: string, area: string): Promise<string[]>;
  /** The city nearest to a point; undefined in the wilderness. */
  nearest(lat: number, lon: number, language?: string): Promise<FoundPlace | undefined>;
}
