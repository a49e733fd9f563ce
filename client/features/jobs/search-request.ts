import type {
  ConditionGroupInput,
  SearchJobsQueryVariables,
  UnderstoodJobsQueryVariables,
} from '#contract/generated/operations.js';
import { ADVERT_FACETS } from '#contract/search/advert-facets.js';
import {
  JOB_FACETS,
  JOB_ORGANIZATION_NAME_FIELD,
  JOB_TITLE_FIELD,
  SORT_NEAREST,
  SORT_RECENT,
  SORT_RELEVANCE,
} from '#contract/search/job-search.js';
import { facetGroups, facetInputs, geoLocationOf, languagesOf } from '../../components/search/search-request';
import { JOB_SEARCH, type JobSearchState, type SearchDefaults } from './search-state';

type FacetInputs = ReturnType<typeof facetInputs>;

/** Cache by the array of filters, which is the same object for some time. */
const counted = new WeakMap<readonly string[], FacetInputs>();
const NO_FILTERS: readonly string[] = [];

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
