/**
 * Facets of jobs whose values are not in a vocabulary, in the order of the page. Values of `pay` are yearly amounts in the site's currency
 * that the upper limit of a job's pay reaches; of `published`, the maximum number of days since publication; of `language`, base languages;
 * of `closing`, the maximum number of days until the job closes.
 */
export const ADVERT_FACETS = [
  { name: 'pay', field: 'pay', isSingle: true },
  { name: 'published', field: 'published', isSingle: true },
  { name: 'language', field: 'language', isSingle: false },
  { name: 'closing', field: 'closing', isSingle: true },
] as const;

/** Whether at most one value of a facet can be selected. */
export function isSingleFacet(field: string): boolean {
  return ADVERT_FACETS.some((facet) => facet.field === field && facet.isSingle);
}

/** Numbers of days that are counted for `published` and `closing`; filters accept other numbers too. */
export const PUBLISHED_DAYS = [1, 3, 7, 14, 30] as const;

export const CLOSING_DAYS = [7] as const;

/** Maximum value of `published` and `closing`. */
export const MAX_FACET_DAYS = 365;

/** Facet whose values are ids of organizations. */
export const JOB_ORGANIZATION_FACET = 'company';

/** The job facets, in the order of the page (specification point 9; all OR). */
export const JOB_FACETS = [
  { name: 'remote', field: 'field_job_remote_options', vocabulary: 'remote_options' },
  { name: 'employment_type', field: 'field_job_employment_type', vocabulary: 'employment_type' },
  { name: 'industry', field: 'field_job_industry', vocabulary: 'industry' },
  { name: 'occupation', field: 'field_job_occupation', vocabulary: 'occupation' },
  { name: 'experience', field: 'field_job_years_of_experience', vocabulary: 'experience' },
  { name: JOB_ORGANIZATION_FACET, field: 'field_job_organization', vocabulary: null },
] as const;

export type JobFacetName = (typeof JOB_FACETS)[number]['name'];

/** Field for conditions on the organization's whole name, ignoring case. */
export const JOB_ORGANIZATION_NAME_FIELD = 'job_organization_name';
/** The only field that supports LIKE. */
export const JOB_TITLE_FIELD = 'title';

/** Types of places, from the largest to the smallest. */
export const LOCATION_TYPES = [
  'country',
  'administrative_area_level_1',
  'administrative_area_level_2',
  'administrative_area_level_3',
  'locality',
  'postal_code',
] as const;

/** In kilometres (specification point 9). */
export const GEO_RADII = [5, 25, 50, 100, 200] as const;
export const FACET_LIMIT = 100;
/** A facet with more values than this gets an autocomplete. */
export const FACET_AUTOCOMPLETE_THRESHOLD = 30;
/** Maximum number of facet values that are in the path instead of the query string (ROUTE-14). */
export const CLEAN_JOB_FACETS = 2;

export const SORT_RELEVANCE = { code: 'relevancy', field: 'search_api_relevance', value: 'desc' } as const;
/** For searches around a place; in all others, this order means newest first. */
export const SORT_NEAREST = { code: 'distance_asc', field: 'search_api_distance', value: 'asc' } as const;
export const SORT_RECENT = { code: 'publish_date_desc', field: 'field_job_publishing_date', value: 'desc' } as const;

export type AdvertFacetName = (typeof ADVERT_FACETS)[number]['name'];

/** All facets of the index `jobs`. */
export type JobIndexFacet = JobFacetName | AdvertFacetName;
