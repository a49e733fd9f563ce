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

/**
 * Each facet's selection is a separate group, so that it does not narrow the facet's own counts (SEARCH-06, SEARCH-09).
 */
export function facetGroups(facets: readonly Facet[], state: SearchState): ConditionGroupInput[] {
  return facets.flatMap(({ name, field }) => {
    const values = [...new Set(state.facets[name] ?? [])];
    if (!values.length) return [];
    const conditions = values.map((value) => ({ name: field, value, operator: '=' }));
    return [{ conjunction: 'OR' as const, tags: [`facet:${field}`], conditions }];
  });
}

/** Matches records with at least one of these values. */
export function anyOf(field: string, values: readonly string[]): ConditionGroupInput {
  return { conjunction: 'OR', conditions: values.map((value) => ({ name: field, value, operator: '=' })) };
}

/** @returns null if the search has no place */
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

/** @returns the type of a picked place; null if the place was typed, so that the backend resolves it */
function locationTypeOf(state: SearchState): LocationType | null {
  const { geoLocation, region, country, administrativeArea, lat, locationType } = state;
  if (locationType) return locationType;
  if (lat !== undefined) return 'locality';
  if (geoLocation || region || !country) return null;
  return administrativeArea ? 'administrative_area_level_1' : 'country';
}

/** @returns the languages of the results: those of the site, or the language in the address if the site has it */
export function languagesOf({ locale }: SearchState, languages: readonly string[]): string[] {
  const chosen = chosenLanguage(locale, languages);
  return chosen === undefined ? [...languages] : [chosen];
}

/** @returns undefined if the address contains no language, or none of the site */
export function chosenLanguage(locale: string | undefined, languages: readonly string[]): string | undefined {
  return languages.find((language) => language === locale?.slice(0, 2));
}
