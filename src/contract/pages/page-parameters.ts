import { ADVERT_FACETS } from '../search/advert-facets.js';
import { JOB_FACETS } from '../search/job-search.js';
import { ORGANIZATION_FACETS } from '../search/organization-search.js';
import { RESUME_FACETS } from '../search/resume-search.js';

/**
 * Every query parameter that a page reads. The others (of campaigns, of mail programs) never reach a page, so that addresses which
 * differ in them alone are the same page.
 */
export const PAGE_PARAMETERS: readonly string[] = [
  'search',
  'locale',
  'geo_location',
  'region',
  'country',
  'administrative_area_level_1',
  'lat',
  'lon',
  'location_type',
  'radius',
  'title',
  'job_organization_name',
  'words_only',
  'read',
  'read_place',
  ...new Set([...JOB_FACETS, ...ADVERT_FACETS, ...ORGANIZATION_FACETS, ...RESUME_FACETS].map(({ name }) => name)),
  'more',
  'sorting',
  'why',
  'page',
  'jobId',
  // Of news.
  'tag',
  // Of the pages about accounts.
  'destination',
  'callbackUrl',
  'error',
  'notice',
  'reason',
  'token',
  'by',
  // Of the pages of administration.
  'user',
  'role',
  'state',
  'before',
  'kind',
  'tried',
  'record',
  'action',
  'into',
  'from',
  'to',
  // Of the page of searches, with `language`.
  'weeks',
  // Of the pages of products.
  'product',
  'quantity',
  'invoices',
  // Of the pages of applications.
  'zone',
  'template',
  'criteria',
  // Of the pages about jobs that people work on.
  'job',
  'step',
  'type',
  'organization',
  // Of the pages about orders.
  'order',
];
