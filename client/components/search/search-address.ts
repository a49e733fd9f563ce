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
  const parameters: (readonly [string, string | number | undefined])[] = [
    ['search', state.search],
    ['locale', state.locale],
    ['geo_location', state.geoLocation],
    ['region', state.region],
    ['country', state.country],
    ['administrative_area_level_1', state.administrativeArea],
    ['lat', state.lat],
    ['lon', state.lon],
    ['location_type', state.locationType],
    ['radius', state.radius],
    ...(kind.more?.(state as never) ?? []),
    ...kind.facets.flatMap(({ name }) => (state.facets[name] ?? []).map((value): [string, string] => [name, value])),
    ['sorting', state.sorting === defaultSorting(kind, state.search) ? undefined : state.sorting],
    ['page', state.page > 1 ? state.page : undefined],
    ['why', state.why ? 1 : undefined],
    ['jobId', state.jobId],
  ];
  return parameters.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
}
