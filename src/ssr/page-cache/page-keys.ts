import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NOTICE_COOKIE } from '#contract/pages/notices.js';
import { readAddress, type RequestAddress, ROUTER_PARAMETER } from '../../modules/routing/index.js';
import type { Site } from '../../modules/sites/index.js';
import { type HostSettings, originOf } from '../../common/origin.js';
import { JOB_FACETS, ADVERT_FACETS } from '../../contract/search/job-search.js';
import { ORGANIZATION_FACETS } from '../../contract/search/organization-search.js';
import { RESUME_FACETS } from '../../contract/search/resume-search.js';

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
  'picked_location',
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

/** Session cookie of Auth.js: `next-auth.session-token`, possibly with the prefix `__Secure-`, or in chunks `.0`, `.1`. */
const SESSION_COOKIE = 'next-auth.session-token';
/** Size of the cache of parsed URLs; parsing a URL is slower than sending a cached page. */
const KNOWN_BYTES = 1024 * 1024;
const MAX_KNOWN_LENGTH = 1024;
const NO_PAGE = '';

type AskedPage = Pick<FastifyRequest, 'method' | 'url' | 'protocol' | 'headers'>;

/** Cache keys of pages: they contain everything on which a page for anonymous visitors depends. */
export class PageKeys {
  private readonly known = new LRUCache<string, string>({
    maxSize: KNOWN_BYTES,
    sizeCalculation: (address, url) => 2 * (url.length + address.length) + 200,
  });

  constructor(private readonly settings: HostSettings) {}

  /** @returns undefined if the page is for this visitor only, or there can be no page at this URL */
  of(request: AskedPage, site: Site): string | undefined {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (headers.authorization !== undefined || isPersonal(headers.cookie)) return undefined;
    const address = this.address(request.url);
    return address === NO_PAGE ? undefined : `${site.public.name}\n${originOf(request, this.settings)}\n${address}`;
  }

  private address(url: string): string {
    const known = this.known.get(url);
    if (known !== undefined) return known;
    const read = readAddress(url);
    const address = read.ok && isCacheable(read.address) ? pageAddress(read.address) : NO_PAGE;
    if (url.length <= MAX_KNOWN_LENGTH) this.known.set(url, address);
    return address;
  }
}

/** Whether the cookies contain a session, or a notice to show. */
function isPersonal(cookie: string | undefined): boolean {
  return cookie !== undefined && (cookie.includes(SESSION_COOKIE) || cookie.includes(NOTICE_COOKIE));
}

/** Excludes the editors' preview, and URLs that must be redirected first. */
function isCacheable({ query }: RequestAddress): boolean {
  return query.get('visual_editor') !== 'true' && !query.has(ROUTER_PARAMETER);
}

const READ = new Set(PAGE_PARAMETERS);

/**
 * Returns the part of a query that pages use, with its parameters in a fixed order; values of one parameter keep theirs. Pages get no other
 * parameters, so pages with the same result here are identical.
 */
export function pageQuery(query: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const [name, value] of query) if (READ.has(name)) read.append(name, value);
  read.sort();
  return read;
}

/**
 * Returns one key for all equivalent URLs of a page. Neither a path nor an encoded query contains a line break.
 * @param address without control characters, as returned by `readAddress`
 */
export function pageAddress(address: { path: string; query: URLSearchParams }): string {
  return `${address.path}\n${pageQuery(address.query).toString()}`;
}
