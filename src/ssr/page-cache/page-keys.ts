import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NOTICE_COOKIE } from '#contract/pages/notices.js';
import { PAGE_PARAMETERS } from '#contract/pages/page-parameters.js';
import { readAddress, type RequestAddress, ROUTER_PARAMETER } from '../../modules/routing/index.js';
import type { Site } from '../../modules/sites/index.js';
import { type HostSettings, originOf } from '../../common/origin.js';

/** Of Auth.js: `next-auth.session-token`, with `__Secure-` before it, or cut in parts `.0`, `.1`. */
const SESSION_COOKIE = 'next-auth.session-token';
/** Addresses taken apart before; reading one anew costs more than sending a page that is there. */
const KNOWN_BYTES = 1024 * 1024;
const MAX_KNOWN_LENGTH = 1024;
const NO_PAGE = '';

type AskedPage = Pick<FastifyRequest, 'method' | 'url' | 'protocol' | 'headers'>;

/** Under which key a page is kept: everything that it can differ in for visitors nobody knows. */
export class PageKeys {
  private readonly known = new LRUCache<string, string>({
    maxSize: KNOWN_BYTES,
    sizeCalculation: (address, url) => 2 * (url.length + address.length) + 200,
  });

  constructor(private readonly settings: HostSettings) {}

  /** @returns undefined when the page is for this visitor alone, or no page can be at this address */
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

/** Of a visitor somebody knows, or who is to be told something. */
function isPersonal(cookie: string | undefined): boolean {
  return cookie !== undefined && (cookie.includes(SESSION_COOKIE) || cookie.includes(NOTICE_COOKIE));
}

/** Not what editors see, and not an address that is to be cleaned first. */
function isCacheable({ query }: RequestAddress): boolean {
  return query.get('visual_editor') !== 'true' && !query.has(ROUTER_PARAMETER);
}

const READ = new Set(PAGE_PARAMETERS);

/**
 * The part of a query that pages read, its parameters in a fixed order; values of one parameter keep theirs. Pages get nothing else, so
 * that what two addresses have in common here is all that their pages can differ in.
 */
export function pageQuery(query: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const [name, value] of query) if (READ.has(name)) read.append(name, value);
  read.sort();
  return read;
}

/**
 * One text for all addresses of a page. Neither a path nor a query in its encoded form holds a line break.
 * @param address without control characters, as `readAddress` gives it
 */
export function pageAddress(address: { path: string; query: URLSearchParams }): string {
  return `${address.path}\n${pageQuery(address.query).toString()}`;
}
