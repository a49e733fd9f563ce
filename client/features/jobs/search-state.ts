import {
  CLEAN_JOB_FACETS,
  JOB_FACETS,
  type JobFacetName,
  SORT_NEAREST,
  SORT_RECENT,
  SORT_RELEVANCE,
} from '#contract/search/job-search.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import type { SearchAddress } from '../../components/search/search-address';
import {
  firstPage,
  type PathFacets,
  readSearch,
  readText,
  type SearchState,
} from '../../components/search/search-state';

export type JobSorting = typeof SORT_RELEVANCE.code | typeof SORT_RECENT.code | typeof SORT_NEAREST.code;

export interface JobSearchState extends SearchState {
  sorting: JobSorting;
  /** Chosen term ids (organization ids for `company`) by facet. */
  facets: Partial<Record<JobFacetName, string[] | undefined>>;
  /** Filters that only links set: words in the title, the employer's exact name. */
  title?: string;
  organizationName?: string;
}

/** The site's part in reading an address. */
export interface SearchDefaults {
  search: { languages: readonly string[]; jobsPerPage: number; defaultRadius: number };
  countries: readonly string[];
}

export const JOB_SEARCH = {
  path: JOBS_PATH,
  cleanFacets: CLEAN_JOB_FACETS,
  facets: JOB_FACETS,
  sortings: [SORT_RECENT.code, SORT_RELEVANCE.code, SORT_NEAREST.code],
  sortingWithoutWords: SORT_RECENT.code,
  more: ({ title, organizationName }: JobSearchState) => [
    ['title', title],
    ['job_organization_name', organizationName],
  ],
} as const satisfies SearchAddress;

/** Reads a search from an address. Never fails. */
export function readJobSearch(query: URLSearchParams, pathFacets: PathFacets): JobSearchState {
  return {
    ...readSearch<JobFacetName, JobSorting>(JOB_SEARCH, query, pathFacets),
    jobId: /^\d{1,15}$/.exec(query.get('jobId') ?? '')?.[0],
    title: readText(query.get('title')) || undefined,
    organizationName: readText(query.get('job_organization_name')) || undefined,
  };
}

/** @returns the same words and place, without facets and other filters */
export function withoutFilters(state: JobSearchState): JobSearchState {
  return { ...firstPage(state), locale: undefined, facets: {}, title: undefined, organizationName: undefined };
}
