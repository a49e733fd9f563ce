import type { JobFacetName } from './job-search.js';

/**
 * Facets of jobs whose values are not in a vocabulary, in the order of the page. Values of `pay` are yearly amounts in the site's currency
 * that the upper limit of a job's pay reaches; of `published`, the maximum number of days since publication; of `language`, base languages;
 * of `closing`, the maximum number of days until the job closes.
 */
export const ADVERT_FACETS = [
  { name: 'pay', field: 'pay' },
  { name: 'published', field: 'published' },
  { name: 'language', field: 'language' },
  { name: 'closing', field: 'closing' },
] as const;

export type AdvertFacetName = (typeof ADVERT_FACETS)[number]['name'];

/** All facets of the index `jobs`. */
export type JobIndexFacet = JobFacetName | AdvertFacetName;

/** Numbers of days that are counted for `published` and `closing`; filters accept other numbers too. */
export const PUBLISHED_DAYS = [1, 3, 7, 14, 30] as const;
export const CLOSING_DAYS = [7] as const;
/** Maximum value of `published` and `closing`. */
export const MAX_FACET_DAYS = 365;
