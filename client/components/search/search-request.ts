import type { ConditionGroupInput, GeoLocationInput } from '#contract/generated/operations.js';
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

/** @returns null: no place is asked for */
export function geoLocationOf(
  state: SearchState,
  countries: readonly string[],
  defaultRadius: number,
): GeoLocationInput | null {
  if (!hasPlace(state)) return null;
  return {
    label: state.geoLocation || null,
    country: state.country ?? null,
    administrativeArea: state.administrativeArea ?? null,
    lat: state.lat ?? null,
    lon: state.lon ?? null,
    radius: state.radius ?? defaultRadius,
    preferCountries: [...countries],
  };
}
