import type { Href } from '#contract/pages/route-names.js';
import { defaultSorting, type SearchKind, type SearchState } from './search-state';

/** The name of a facet's value in clean paths; undefined if it has none. */
export type SlugLookup = (facet: string, value: string) => string | undefined;

/** Defines how the addresses of a search are built. */
export interface SearchAddress extends SearchKind<string, string> {
  path: string;
  /** Maximum number of facet values in the path (ROUTE-14). */
  cleanFacets: number;
  /** Parameters that only this kind of search has. */
  more?: (state: never) => readonly (readonly [name: string, value: string | undefined])[];
}

/**
 * The canonical address of a search: some facet values are in the path, the others in the query; page 1 is omitted.
 * @param options.href builds the addresses of the page's language
 */
export function searchHref(
  kind: SearchAddress,
  state: SearchState,
  options: { href: Href; slugs: SlugLookup },
): string {
  const { path, rest } = cleanPath(kind, state.facets, options.slugs);
  const query = new URLSearchParams(searchParameters(kind, { ...state, facets: rest })).toString();
  return options.href(`${path}${query ? `?${query}` : ''}`);
}

function cleanPath(
  kind: SearchAddress,
  facets: SearchState['facets'],
  slugs: SlugLookup,
): { path: string; rest: SearchState['facets'] } {
  const parts: string[] = [];
  const rest: SearchState['facets'] = {};
  for (const { name } of kind.facets) {
    for (const value of facets[name] ?? []) {
      const slug = parts.length < kind.cleanFacets ? slugs(name, value) : undefined;
      if (slug) parts.push(slug);
      else (rest[name] ??= []).push(value);
    }
  }
  return { path: [kind.path, ...parts].join('/'), rest };
}

/** The query parameters of a search, in a fixed order; a GET form repeats them as hidden fields. */
export function searchParameters(kind: SearchAddress, state: SearchState): [name: string, value: string][] {
  const parameters: [name: string, value: string][] = [];
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') parameters.push([name, String(value)]);
  };
  add('search', state.search);
  add('locale', state.locale);
  add('geo_location', state.geoLocation);
  add('region', state.region);
  add('country', state.country);
  add('administrative_area_level_1', state.administrativeArea);
  add('lat', state.lat);
  add('lon', state.lon);
  add('location_type', state.locationType);
  add('radius', state.radius);
  for (const [name, value] of kind.more?.(state as never) ?? []) add(name, value);
  for (const { name } of kind.facets) for (const value of state.facets[name] ?? []) add(name, value);
  add('sorting', state.sorting === defaultSorting(kind, state.search) ? undefined : state.sorting);
  add('page', state.page > 1 ? state.page : undefined);
  add('why', state.why ? 1 : undefined);
  add('jobId', state.jobId);
  return parameters;
}
