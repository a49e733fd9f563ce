import type { SearchJobsQuery } from '../../../../src/contract/generated/operations.js';
import { JOB_FACETS, type JobFacetName } from '../../../../src/contract/job-search.js';
import type { PageRequest } from '../../../../src/contract/page-request.js';
import { jobSearchHref } from '../search-href';
import type { Href } from '../../../../src/contract/route-names.js';
import type { JobSearchState } from '../search-state';

export type JobSearchResult = SearchJobsQuery['searchAPISearch'];
export type FacetValue = JobSearchResult['facets'][number]['values'][number];

/** A search and its answer, with the addresses of the searches beside it. */
export interface JobSearchView {
  state: JobSearchState;
  result: JobSearchResult;
  href: (state: JobSearchState) => string;
  /** Those of the answer, and the chosen ones that occur nowhere in it. */
  values: (facet: JobFacetName) => readonly FacetValue[];
}

export function jobSearchView(
  state: JobSearchState,
  result: JobSearchResult,
  page: { href: Href; pathFacets: PageRequest['pathFacets'] },
): JobSearchView {
  const values = new Map(
    JOB_FACETS.map(({ name, field }) => [name, valuesOf(name, field, state, result, page.pathFacets)]),
  );
  const slugs = (facet: JobFacetName, value: string) =>
    values.get(facet)?.find((known) => known.filter === value)?.slug ?? undefined;
  return {
    state,
    result,
    href: (other) => jobSearchHref(other, { href: page.href, slugs }),
    values: (facet) => values.get(facet) ?? [],
  };
}

function valuesOf(
  name: JobFacetName,
  field: string,
  state: JobSearchState,
  result: JobSearchResult,
  pathFacets: PageRequest['pathFacets'],
): FacetValue[] {
  const found = result.facets.find((facet) => facet.name === field || facet.name === name)?.values ?? [];
  const absent = (state.facets[name] ?? []).filter((value) => !found.some(({ filter }) => filter === value));
  const known = pathFacets.filter(({ facet, value }) => facet === name && absent.includes(value));
  return [...found, ...known.map(({ value, label, slug }) => ({ filter: value, label, slug: slug || null, count: 0 }))];
}
