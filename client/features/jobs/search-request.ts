import type {
  ConditionGroupInput,
  GeoLocationInput,
  SearchJobsQueryVariables,
} from '../../../src/contract/generated/operations.js';
import {
  FACET_LIMIT,
  JOB_FACETS,
  JOB_ORGANIZATION_NAME_FIELD,
  JOB_TITLE_FIELD,
  SORT_RECENT,
  SORT_RELEVANCE,
} from '../../../src/contract/job-search.js';
import { hasPlace, type JobSearchState, type SearchDefaults } from './search-state';

const FACETS = JOB_FACETS.map(({ field }) => ({
  field,
  limit: FACET_LIMIT,
  operator: 'or',
  min_count: 1,
  missing: false,
}));

/** A search as the backend is asked for it (SEARCH-06, specification point 3). */
export function jobSearchVariables(state: JobSearchState, site: SearchDefaults): SearchJobsQueryVariables {
  const { languages, jobsPerPage, defaultRadius } = site.search;
  const geoLocation = hasPlace(state) ? geoLocationOf(state, site.countries, defaultRadius) : null;
  return {
    language: [...languages],
    fulltext: state.search ? { keys: [state.search] } : null,
    condition_group: { conjunction: 'AND', groups: [...facetGroups(state), ...filterGroups(state)] },
    geoLocation,
    range: { first: (state.page - 1) * jobsPerPage, last: jobsPerPage },
    sorts: sortsOf(state),
    facets: FACETS,
    withBand: geoLocation !== null && state.page === 1,
  };
}

function facetGroups(state: JobSearchState): ConditionGroupInput[] {
  return JOB_FACETS.flatMap(({ name, field }) => {
    const values = [...new Set(state.facets[name] ?? [])];
    if (!values.length) return [];
    const conditions = values.map((value) => ({ name: field, value, operator: '=' }));
    return [{ conjunction: 'OR' as const, tags: [`facet:${field}`], conditions }];
  });
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

function geoLocationOf(state: JobSearchState, countries: readonly string[], defaultRadius: number): GeoLocationInput {
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

/** Sorting by relevancy adds no sort (specification point 5); without words there is nothing to be relevant to. */
function sortsOf(state: JobSearchState): SearchJobsQueryVariables['sorts'] {
  if (state.sorting === SORT_RELEVANCE.code) return [];
  return [{ field: SORT_RECENT.field, value: SORT_RECENT.value }];
}
