import { Inject, Injectable } from '@nestjs/common';
import { FacetTermsDocument, RouteInfoDocument, type RouteInfoQuery } from '../../contract/generated/operations.js';
import type { GraphqlFailure } from '../../contract/graphql-outcome.js';
import { HOME_PATH, JOBS_PATH } from '../../contract/paths.js';
import type { RouteMatch } from '../../contract/route-match.js';
import { type CallContext, GraphqlClient, KeptAnswers } from '../graphql-client/index.js';
import type { Site } from '../sites/index.js';
import { type FacetSlugs, facetSlugs, type PathFacets, readCleanFacets } from './clean-facets.js';
import { addressesOf, splitLocale } from './locale.js';
import { ownPage } from './own-pages.js';
import type { RequestAddress } from './request-address.js';

/** Which page answers an address. `page` is a logical route of `client/pages`. */
export type Resolution =
  | { kind: 'page'; page: string; locale: string; path: string; pathFacets: PathFacets; match?: RouteMatch }
  | { kind: 'redirect'; status: number; target: string }
  | { kind: 'error'; status: number; reason: string; locale: string; path: string }
  | { kind: 'unavailable'; failure: GraphqlFailure; locale: string; path: string };

const TERMS_FRESH_MS = 5 * 60_000;

/** Turns an address into a page, a redirect or an error (ROUTE-05, ROUTE-14). */
@Injectable()
export class PageResolver {
  private readonly slugs = new KeptAnswers<FacetSlugs>(TERMS_FRESH_MS);

  constructor(@Inject(GraphqlClient) private readonly client: GraphqlClient) {}

  /** @param version of the data, if it is known: no name of a term is older */
  async resolve(
    site: Site,
    address: RequestAddress,
    call: Omit<CallContext, 'frontend'>,
    version: string | undefined,
  ): Promise<Resolution> {
    const { locale, path } = splitLocale(site.public, address.path);
    const context: CallContext = { ...call, frontend: { site: site.public.name, locale } };
    if (path === HOME_PATH) return { kind: 'page', page: '/', locale, path, pathFacets: [] };
    if (path.toLowerCase() === JOBS_PATH || path.toLowerCase().startsWith(`${JOBS_PATH}/`)) {
      return this.jobs(site, address, { locale, path, context, version });
    }
    const own = ownPage(path);
    if (own) return this.own(site, address, own, { locale, path });
    return this.fromBackend(site, address, locale, path, context);
  }

  private own(
    site: Site,
    { query }: RequestAddress,
    { lowerCase, page }: { lowerCase: string; page: string | undefined },
    { locale, path }: { locale: string; path: string },
  ): Resolution {
    if (page === undefined) return { kind: 'error', status: 404, reason: 'Page not found.', locale, path };
    if (lowerCase === path) return { kind: 'page', page, locale, path, pathFacets: [] };
    const target = withQuery(addressesOf(site.public, locale).href(lowerCase), query);
    return { kind: 'redirect', status: 301, target };
  }

  private async jobs(
    site: Site,
    address: RequestAddress,
    { locale, path, context, version }: { locale: string; path: string; context: CallContext; version?: string },
  ): Promise<Resolution> {
    const lower = path.toLowerCase();
    if (lower !== path) {
      return {
        kind: 'redirect',
        status: 301,
        target: withQuery(addressesOf(site.public, locale).href(lower), address.query),
      };
    }
    const parts = path.split('/').slice(2);
    if (!parts.length) return { kind: 'page', page: JOBS_PATH, locale, path, pathFacets: [] };
    const slugs = await this.facetSlugs(context, version);
    if (!slugs.ok) return { kind: 'unavailable', failure: slugs.failure, locale, path };
    const pathFacets = readCleanFacets(parts, slugs.data);
    if (!pathFacets) return { kind: 'error', status: 404, reason: 'Page not found.', locale, path };
    return { kind: 'page', page: JOBS_PATH, locale, path, pathFacets };
  }

  private facetSlugs(context: CallContext, version: string | undefined) {
    return this.slugs.get(`${context.frontend.site} ${context.frontend.locale}`, version, async () => {
      const result = await this.client.request(FacetTermsDocument, {}, context);
      return result.ok ? { ok: true, data: facetSlugs(result.data) } : result;
    });
  }

  private async fromBackend(
    site: Site,
    address: RequestAddress,
    locale: string,
    path: string,
    context: CallContext,
  ): Promise<Resolution> {
    const result = await this.client.request(RouteInfoDocument, { slug: path, language: locale.slice(0, 2) }, context);
    if (!result.ok) return { kind: 'unavailable', failure: result.failure, locale, path };
    const route = result.data.getRoutInfo;
    if (route.__typename === 'RouteError') {
      return { kind: 'error', status: errorStatus(route.code), reason: route.reason, locale, path };
    }
    if (route.__typename === 'RouteRedirect') {
      return {
        kind: 'redirect',
        status: redirectStatus(route.code),
        target: redirectTarget(site, locale, route.target, address.query),
      };
    }
    const match = routeMatch(route.content);
    const page = { job: '/job', organization: '/organization', 'landing-page': '/landing-page' }[match.kind];
    return { kind: 'page', page, locale, path, pathFacets: [], match };
  }
}

type RouteContent = Extract<RouteInfoQuery['getRoutInfo'], { __typename: 'RouteContent' }>['content'];

function routeMatch(content: RouteContent): RouteMatch {
  const { id, metatags } = content;
  if (content.__typename === 'JobContent') return { kind: 'job', id, metatags };
  if (content.__typename === 'OrganizationProfileContent') return { kind: 'organization', id, metatags };
  return { kind: 'landing-page', id, title: content.title, body: content.body, metatags };
}

/** A backend may name any code; only those of errors are passed on. */
function errorStatus(code: number): number {
  return code >= 400 && code <= 599 ? code : 404;
}

function redirectStatus(code: number): number {
  return [301, 302, 303, 307, 308].includes(code) ? code : 302;
}

/** A path of this site gets the locale's prefix; query strings are kept. */
function redirectTarget(site: Site, locale: string, target: string, query: URLSearchParams): string {
  if (!target.startsWith('/') || target.startsWith('//')) return target;
  return withQuery(addressesOf(site.public, locale).href(target), query);
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return encodeURI(path) + (text && !path.includes('?') ? `?${text}` : '');
}
