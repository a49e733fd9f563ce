import type { ConditionGroupInput, SearchJobsQueryVariables } from '#contract/generated/operations.js';
import {
  JOB_FACETS,
  JOB_ORGANIZATION_NAME_FIELD,
  JOB_TITLE_FIELD,
  SORT_NEAREST,
  SORT_RECENT,
  SORT_RELEVANCE,
} from '#contract/search/job-search.js';
import { facetGroups, facetInputs, geoLocationOf, languagesOf } from '../../components/search/search-request';
import type { JobSearchState, SearchDefaults } from './search-state';

const FACETS = facetInputs(JOB_FACETS);

/** A search as the backend is asked for it (SEARCH-06, specification point 3). */
export function jobSearchVariables(state: JobSearchState, site: SearchDefaults): SearchJobsQueryVariables {
  const { languages, jobsPerPage, defaultRadius } = site.search;
  const geoLocation = geoLocationOf(state, site.countries, defaultRadius);
  return {
    language: languagesOf(state, languages),
    fulltext: state.search ? { keys: [state.search] } : null,
    condition_group: { conjunction: 'AND', groups: [...facetGroups(JOB_FACETS, state), ...filterGroups(state)] },
    geoLocation,
    range: { first: (state.page - 1) * jobsPerPage, last: jobsPerPage },
    sorts: sortsOf(state),
    facets: FACETS,
    why: state.why ?? false,
    withBand: geoLocation !== null && state.page === 1,
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

/** Sorting by relevancy adds no sort (specification point 5); without words there is nothing to be relevant to. */
function sortsOf(state: JobSearchState): SearchJobsQueryVariables['sorts'] {
  if (state.sorting === SORT_RELEVANCE.code) return [];
  const { field, value } = state.sorting === SORT_NEAREST.code ? SORT_NEAREST : SORT_RECENT;
  return [{ field, value }];
}
