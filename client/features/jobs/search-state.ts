import { ADVERT_FACETS, type JobIndexFacet } from '#contract/search/advert-facets.js';
import {
  CLEAN_JOB_FACETS,
  JOB_FACETS,
  SORT_NEAREST,
  SORT_RECENT,
  SORT_RELEVANCE,
} from '#contract/search/job-search.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import type { SearchAddress } from '../../components/search/search-address';
import { withoutReadChoices } from '../../components/search/read-choices';
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
  /** Selected term ids (organization ids for `company`, numbers and languages for job facets), by facet. */
  facets: Partial<Record<JobIndexFacet, string[] | undefined>>;
  /** Filters that only links set: words in the title, the exact name of the employer. */
  title?: string;
  organizationName?: string;
  /** Whether the words are searched literally, and no filters are read from them. */
  wordsOnly?: true;
}

/** The site's settings for parsing an address. */
export interface SearchDefaults {
  search: { languages: readonly string[]; jobsPerPage: number; defaultRadius: number };
  countries: readonly string[];
}

const [PAY, PUBLISHED, LANGUAGE, CLOSING] = ADVERT_FACETS;
/** From 1 to `MAX_FACET_DAYS`. */
const DAYS = /^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/;
const POSITIVE = /^[1-9]\d{0,8}$/;
/** Ordered by how often people use them to narrow a search. */
const FACETS = [
  ...JOB_FACETS.slice(0, 2),
  { ...PAY, pattern: POSITIVE, isSingle: true },
  { ...PUBLISHED, pattern: DAYS, isSingle: true },
  ...JOB_FACETS.slice(2),
  { ...LANGUAGE, pattern: /^[a-z]{2,3}$/ },
  { ...CLOSING, pattern: DAYS, isSingle: true },
];

export const JOB_SEARCH = {
  path: JOBS_PATH,
  cleanFacets: CLEAN_JOB_FACETS,
  facets: FACETS,
  sortings: [SORT_RECENT.code, SORT_RELEVANCE.code, SORT_NEAREST.code],
  sortingWithoutWords: SORT_RECENT.code,
  more: ({ title, organizationName, wordsOnly }: JobSearchState) => [
    ['title', title],
    ['job_organization_name', organizationName],
    ['words_only', wordsOnly && '1'],
  ],
} as const satisfies SearchAddress;

/** Parses a search from an address. Never fails. */
export function readJobSearch(query: URLSearchParams, pathFacets: PathFacets): JobSearchState {
  const read = readSearch<JobIndexFacet, JobSorting>(JOB_SEARCH, query, pathFacets);
  return {
    ...withoutReadChoices(JOB_SEARCH, read, query),
    jobId: /^\d{1,15}$/.exec(query.get('jobId') ?? '')?.[0],
    title: readText(query.get('title')) || undefined,
    organizationName: readText(query.get('job_organization_name')) || undefined,
    wordsOnly: query.get('words_only') === '1' || undefined,
  };
}

/** @param filters see `jobFilters` @returns the same search without job facets that the backend does not support */
export function withKnownFilters(state: JobSearchState, filters: readonly string[]): JobSearchState {
  const unknown = ADVERT_FACETS.filter(({ name, field }) => state.facets[name] && !filters.includes(field));
  if (unknown.length === 0) return state;
  return { ...state, facets: { ...state.facets, ...Object.fromEntries(unknown.map(({ name }) => [name, undefined])) } };
}

/** @returns the same words and place, without facets and other filters */
export function withoutFilters(state: JobSearchState): JobSearchState {
  return { ...firstPage(state), locale: undefined, facets: {}, title: undefined, organizationName: undefined };
}
