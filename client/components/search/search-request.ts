import type { ConditionGroupInput, GeoLocationInput, LocationType } from '#contract/generated/operations.js';
import { FACET_LIMIT } from '#contract/search/job-search.js';
import { hasPlace, type SearchState } from './search-state';

interface Facet {
  name: string;
  field: string;
}

/** Every facet, counted as pages show it (specification point 9). */
export function facetInputs(facets: readonly Facet[]) {
  return facets.map(({ field }) => ({ field, limit: FACET_LIMIT, operator: 'or', min_count: 1, missing: false }));
}

/** A facet's selection is a group of its own, so that it does not narrow the facet's own counts (SEARCH-06, SEARCH-09). */
export function facetGroups(facets: readonly Facet[], state: SearchState): ConditionGroupInput[] {
  return facets.flatMap(({ name, field }) => {
    const values = [...new Set(state.facets[name] ?? [])];
    if (!values.length) return [];
    const conditions = values.map((value) => ({ name: field, value, operator: '=' }));
    return [{ conjunction: 'OR' as const, tags: [`facet:${field}`], conditions }];
  });
}

/** What has at least one of these values. */
export function anyOf(field: string, values: readonly string[]): ConditionGroupInput {
  return { conjunction: 'OR', conditions: values.map((value) => ({ name: field, value, operator: '=' })) };
}

/** @returns null: no place is asked for */
export function geoLocationOf(
  state: SearchState,
  countries: readonly string[],
  defaultRadius: number,
): GeoLocationInput | null {
  if (!hasPlace(state)) return null;
  return {
    label: state.geoLocation || (state.region ?? null),
    country: state.country ?? null,
    administrativeArea: state.administrativeArea ?? null,
    lat: state.lat ?? null,
    lon: state.lon ?? null,
    radius: state.radius ?? defaultRadius,
    locationType: locationTypeOf(state),
    preferCountries: [...countries],
  };
}

/** @returns what a place is that was picked; null: it was typed, and the backend finds out what is meant */
function locationTypeOf(state: SearchState): LocationType | null {
  const { geoLocation, region, country, administrativeArea, lat, locationType } = state;
  if (locationType) return locationType;
  if (lat !== undefined) return 'locality';
  if (geoLocation || region || !country) return null;
  return administrativeArea ? 'administrative_area_level_1' : 'country';
}

/** @returns the languages of what is looked for: the site's, or that of the address where the site has it */
export function languagesOf({ locale }: SearchState, languages: readonly string[]): string[] {
  const chosen = chosenLanguage(locale, languages);
  return chosen === undefined ? [...languages] : [chosen];
}

/** @returns undefined where the address names no language, or none of the site */
export function chosenLanguage(locale: string | undefined, languages: readonly string[]): string | undefined {
  return languages.find((language) => language === locale?.slice(0, 2));
}
