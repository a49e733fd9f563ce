import { CLEAN_JOB_FACETS, JOB_FACETS, type JobFacetName } from '../../../src/contract/job-search.js';
import { JOBS_PATH } from '../../../src/contract/paths.js';
import type { Href } from '../../../src/contract/route-names.js';
import { defaultSorting, type JobSearchState } from './search-state';

/** The clean-path name of a facet's value; undefined where it has none. */
export type SlugLookup = (facet: JobFacetName, value: string) => string | undefined;

/**
 * The one address of a search: at most two facet values stand in the path (ROUTE-14), the rest in the query; page 1 is not named.
 * @param options.href of the page
 */
export function jobSearchHref(state: JobSearchState, options: { href: Href; slugs: SlugLookup }): string {
  const { path, rest } = cleanPath(state.facets, options.slugs);
  const query = new URLSearchParams(searchParameters({ ...state, facets: rest })).toString();
  return options.href(`${path}${query ? `?${query}` : ''}`);
}

function cleanPath(
  facets: JobSearchState['facets'],
  slugs: SlugLookup,
): { path: string; rest: JobSearchState['facets'] } {
  const parts: string[] = [];
  const rest: JobSearchState['facets'] = {};
  for (const { name } of JOB_FACETS) {
    for (const value of facets[name] ?? []) {
      const slug = parts.length < CLEAN_JOB_FACETS ? slugs(name, value) : undefined;
      if (slug) parts.push(slug);
      else (rest[name] ??= []).push(value);
    }
  }
  return { path: [JOBS_PATH, ...parts].join('/'), rest };
}

/** The query parameters of a search, in a fixed order; a GET form repeats them as hidden fields. */
export function searchParameters(state: JobSearchState): [name: string, value: string][] {
  const parameters: [string, string | number | undefined][] = [
    ['search', state.search],
    ['geo_location', state.geoLocation],
    ['country', state.country],
    ['administrative_area_level_1', state.administrativeArea],
    ['lat', state.lat],
    ['lon', state.lon],
    ['radius', state.radius],
    ['title', state.title],
    ['job_organization_name', state.organizationName],
    ...JOB_FACETS.flatMap(({ name }) => (state.facets[name] ?? []).map((value): [string, string] => [name, value])),
    ['sorting', state.sorting === defaultSorting(state.search) ? undefined : state.sorting],
    ['page', state.page > 1 ? state.page : undefined],
    ['jobId', state.jobId],
  ];
  return parameters.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
}
