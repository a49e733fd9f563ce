import type { ConditionGroupInput, FulltextInput, GeoLocationInput } from '#contract/generated/resolvers.js';

/** A search to be asked again and again: a request whose words are corrected and whose place is looked up. Survives JSON. */
export interface SavedSearch {
  /** Base languages; empty: all. */
  language: string[];
  fulltext?: FulltextInput;
  condition_group?: ConditionGroupInput;
  /** With coordinates, or a country, as it was understood. */
  geoLocation?: GeoLocationInput;
}

/** What of a request for a search is kept. */
export interface SearchToSave {
  language?: string[] | null;
  fulltext?: FulltextInput | null;
  condition_group?: ConditionGroupInput | null;
  geoLocation?: GeoLocationInput | null;
}
