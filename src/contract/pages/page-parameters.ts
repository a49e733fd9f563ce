import { ADVERT_FACETS } from '../search/advert-facets.js';
import { JOB_FACETS } from '../search/job-search.js';
import { ORGANIZATION_FACETS } from '../search/organization-search.js';
import { RESUME_FACETS } from '../search/resume-search.js';

/**
 * All query parameters that pages use. Others (of campaigns, of mail programs) are not passed to pages, so URLs that differ only in them
 * are the same page.
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
  // News.
  'tag',
  // Account pages.
  'destination',
  'callbackUrl',
  'error',
  'notice',
  'reason',
  'token',
  'by',
  // Administration.
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
  // Search statistics, with `language`.
  'weeks',
  // Products.
  'product',
  'quantity',
  'invoices',
  // Applications.
  'zone',
  'template',
  'criteria',
  // Job management.
  'job',
  'step',
  'type',
  'organization',
  // Orders.
  'order',
];
