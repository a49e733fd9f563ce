import type { JobFacetName } from './job-search.js';

/**
 * Facets of jobs whose values no vocabulary lists, in the order of the page. Values of `pay` are amounts a year in the currency of the
 * site, which the top of a job's pay reaches; of `published` days since it was published, at most; of `language` base languages; of
 * `closing` days until it closes, at most.
 */
export const ADVERT_FACETS = [
  { name: 'pay', field: 'pay' },
  { name: 'published', field: 'published' },
  { name: 'language', field: 'language' },
  { name: 'closing', field: 'closing' },
] as const;

export type AdvertFacetName = (typeof ADVERT_FACETS)[number]['name'];

/** Every facet of the index `jobs`. */
export type JobIndexFacet = JobFacetName | AdvertFacetName;

/** Of `published` and of `closing`: the numbers of days that are counted; others may be asked for. */
export const PUBLISHED_DAYS = [1, 3, 7, 14, 30] as const;
export const CLOSING_DAYS = [7] as const;
/** The longest time that `published` and `closing` take. */
export const MAX_FACET_DAYS = 365;
