import {
  CLEAN_JOB_FACETS,
  JOB_FACETS,
  SORT_NEAREST,
  SORT_RECENT,
  SORT_RELEVANCE,
  JOB_ORGANIZATION_NAME_FIELD,
  JOB_TITLE_FIELD,
  ADVERT_FACETS,
  type JobIndexFacet,
} from '#contract/search/job-search.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import type {
  ConditionGroupInput,
  SearchJobsQueryVariables,
  UnderstoodJobsQueryVariables,
} from '#contract/generated/operations.js';
import type { SearchAddress } from '../../components/search/search-address';
import { withoutReadChoices } from '../../components/search/read-choices';
import {
  firstPage,
  type PathFacets,
  readSearch,
  readText,
  type SearchState,
  facetGroups,
  facetInputs,
  geoLocationOf,
  languagesOf,
} from '../../components/search/search-state';

/** Cache by the array of filters, which is the same object for some time. */
const counted = new WeakMap<readonly string[], FacetInputs>();

const NO_FILTERS: readonly string[] = [];

type JobSorting = typeof SORT_RELEVANCE.code | typeof SORT_RECENT.code | typeof SORT_NEAREST.code;

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
interface SearchDefaults {
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
  { ...PAY, pattern: POSITIVE },
  { ...PUBLISHED, pattern: DAYS },
  ...JOB_FACETS.slice(2),
  { ...LANGUAGE, pattern: /^[a-z]{2,3}$/ },
  { ...CLOSING, pattern: DAYS },
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

/**
 * @returns the same search without the filters for the dates of jobs; the search itself if it has none. An alert
 * reports new jobs one after the other, so that these filters would only hide some of them.
 */
export function withoutDates(state: JobSearchState): JobSearchState {
  const { published, closing } = state.facets;
  if (!published && !closing) return state;
  return { ...state, facets: { ...state.facets, published: undefined, closing: undefined } };
}

type FacetInputs = ReturnType<typeof facetInputs>;

/**
 * Variables of a search request (SEARCH-06, specification point 3).
 *
 * @param filters job facets whose values are counted; see `jobFilters`
 */
export function jobSearchVariables(
  state: JobSearchState,
  site: SearchDefaults,
  filters = NO_FILTERS,
): SearchJobsQueryVariables {
  const { languages, jobsPerPage, defaultRadius } = site.search;
  const geoLocation = geoLocationOf(state, site.countries, defaultRadius);
  return {
    language: languagesOf(state, languages),
    fulltext: state.search ? { keys: [state.search], ...(state.wordsOnly && { literal: true }) } : null,
    condition_group: { conjunction: 'AND', groups: [...facetGroups(JOB_SEARCH.facets, state), ...filterGroups(state)] },
    geoLocation,
    range: { first: (state.page - 1) * jobsPerPage, last: jobsPerPage },
    sorts: sortsOf(state),
    facets: countedFacets(filters),
    why: state.why ?? false,
    withBand: geoLocation !== null && state.page === 1,
  };
}

/**
 * Frozen, so that the backend recognises inputs it has already parsed. Job facets include values without jobs, so that
 * a selected one has a name.
 */
function countedFacets(filters: readonly string[]): FacetInputs {
  const known = counted.get(filters);
  if (known) return known;
  const ofAdverts = facetInputs(ADVERT_FACETS.filter(({ field }) => filters.includes(field)));
  const inputs = [...facetInputs(JOB_FACETS), ...ofAdverts.map((input) => ({ ...input, min_count: 0 }))];
  for (const input of inputs) Object.freeze(input);
  Object.freeze(inputs);
  counted.set(filters, inputs);
  return inputs;
}

/** Whether filters are read from the typed words; then the operation is `UnderstoodJobs`. */
export function isUnderstood({ search, geoLocation, wordsOnly }: JobSearchState): boolean {
  return !wordsOnly && (search !== '' || geoLocation !== '');
}

/** The same search with filters read from its words, if there are any; only `UnderstoodJobs` and counts support it. */
export function understoodSearchVariables(
  state: JobSearchState,
  site: SearchDefaults,
  filters = NO_FILTERS,
): UnderstoodJobsQueryVariables {
  const variables = jobSearchVariables(state, site, filters);
  if (!isUnderstood(state)) return variables;
  const { defaultRadius } = site.search;
  // If a place is read from the words, this sets the radius around it, and which of several places of that name is
  // meant.
  const around = { radius: state.radius ?? defaultRadius, preferCountries: [...site.countries] };
  // A form without scripts always sends the initial radius of its field.
  const isRadiusChosen = state.radius !== undefined && state.radius !== defaultRadius;
  return {
    ...variables,
    fulltext: { keys: state.search ? [state.search] : [], understand: true },
    geoLocation: variables.geoLocation ?? around,
    withBand: state.page === 1,
    widen: !isRadiusChosen,
  };
}

function filterGroups(state: JobSearchState): ConditionGroupInput[] {
  const conditions = [
    ...(state.title
      ? [{ name: JOB_TITLE_FIELD, value: `%${state.title.replaceAll('%', '')}%`, operator: 'LIKE' }]
      : []),
    ...(state.organizationName
      ? [{ name: JOB_ORGANIZATION_NAME_FIELD, value: state.organizationName, operator: '=' }]
      : []),
  ];
  return conditions.map((condition) => ({ conjunction: 'AND' as const, conditions: [condition] }));
}

/** Sorting by relevance adds no sort (specification point 5); without words, relevance is undefined. */
function sortsOf(state: JobSearchState): SearchJobsQueryVariables['sorts'] {
  if (state.sorting === SORT_RELEVANCE.code) return [];
  const { field, value } = state.sorting === SORT_NEAREST.code ? SORT_NEAREST : SORT_RECENT;
  return [{ field, value }];
}
