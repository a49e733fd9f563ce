import { Inject, Injectable, Module } from '@nestjs/common';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { HOME_PATH, ROUTER_PATH, ORGANIZATIONS_PATH, slugify } from '#contract/pages/paths.js';
import type { RouteMatch } from '#contract/pages/route-match.js';
import {
  FacetTermsDocument,
  OrganizationFacetTermsDocument,
  type TypedDocumentString,
} from '#contract/generated/operations.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { ORGANIZATION_FACETS } from '#contract/search/organization-search.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import { countryCodes } from '#shared/places/country-codes.js';
import { type RequestContext, GraphqlClient, LastGoodCache } from '../graphql-client/index.js';
import type { Site } from '../sites/index.js';
import { askBackend, readTarget, writeAddress } from './backend-routes.js';
import {
  preferredLocale,
  addressesOf,
  readSitePath,
  type SitePath,
  type RequestAddress,
  readRouter,
  toRouter,
} from './site-paths.js';
import { type RouteTable, routeTableOf, type OwnPage } from './route-table.js';

const COUNTRY_LANGUAGES = ['en', 'de', 'fr'];
let countrySlugs: Map<string, string> | undefined;

/** The result of resolving a URL. */
export type Resolution =
  | {
      kind: 'page';
      /** A logical route of `client/pages`. */
      page: string;
      locale: string;
      /** The path without the locale prefix and translated names. */
      path: string;
      pathFacets: PathFacets;
      /** A country in the path of a search. */
      country?: string;
      match?: RouteMatch;
    }
  | { kind: 'redirect'; status: number; target: string; /** It depends on who asks. */ personal?: boolean }
  | { kind: 'error'; status: number; reason: string; locale: string; path: string }
  | { kind: 'unavailable'; failure: GraphqlFailure; locale: string; path: string };

/** Parts of a request, besides its URL, that influence the result. */
export interface RoutingContext {
  call: Omit<RequestContext, 'frontend'>;
  /** Host of the request. */
  host: string | undefined;
  /** The `Accept-Language` header. */
  languages: string | undefined;
}

const TERMS_FRESH_MS = 5 * 60_000;
const MOVED = 301;
const FOUND = 302;
const NOT_FOUND = 404;

/** Resolves a URL to a page, a redirect or an error (ROUTE-01…05, ROUTE-08, ROUTE-09, ROUTE-14). */
@Injectable()
export class PageResolver {
  private readonly slugs = new LastGoodCache<FacetSlugs>(TERMS_FRESH_MS);

  constructor(@Inject(GraphqlClient) private readonly client: GraphqlClient) {}

  /** @param version version of the data, if known: names of terms are at least as recent */
  async resolve(
    site: Site,
    address: RequestAddress,
    client: RoutingContext,
    version: string | undefined,
  ): Promise<Resolution> {
    const read = readSitePath(site.public, address.path);
    if (!read) return missing({ locale: site.public.locales[0]!, path: address.path });
    const table = routeTableOf(site.config);
    const redirect = routed(site, address, read, client) ?? moved(site, address, read, table);
    if (redirect) return redirect;
    const { locale, path } = read;
    const language =
      HOME_PATH === path && !read.hasLocale ? preferredLocale(site.public.locales, client.languages) : locale;
    const written = addressesOf(site.public, language).href(table.written(path));
    if (written !== address.path) return toWritten(written, address, path === HOME_PATH && !read.hasLocale);
    const page = table.page(path);
    if (page?.status) return { ...missing(read), status: page.status };
    if (page) return { kind: 'page', page: page.page, locale, path, pathFacets: [] };
    if (table.isAbsent(path)) return missing(read);
    const above = table.page(`/${path.split('/', 2)[1]!}`);
    if (above?.facets) return this.search(site, { locale, path, page: above }, client, version);
    if (table.isDirect(path))
      return HAS_CONTENT.test(path) ? this.fromBackend(site, address, read, client) : missing(read);
    return this.route(site, toRouter(address), client);
  }

  /** Handles the internal path `/router`: the backend's content at the path in the parameter (ROUTE-04). */
  private async route(site: Site, routed: RequestAddress, client: RoutingContext): Promise<Resolution> {
    const { target, query } = readRouter(routed);
    const path = target ?? '';
    const read = readSitePath(site.public, path);
    return read
      ? this.fromBackend(site, { path, query }, read, client)
      : missing({ locale: site.public.locales[0]!, path });
  }

  private async search(
    site: Site,
    { locale, path, page: { page, facets } }: { locale: string; path: string; page: OwnPage },
    { call }: RoutingContext,
    version: string | undefined,
  ): Promise<Resolution> {
    const context: RequestContext = { ...call, frontend: { site: site.public.name, locale } };
    const slugs = await this.slugs.get(`${site.public.name} ${locale} ${page}`, version, context, async () => {
      const clean = cleanFacetsOf(page, site.public.features);
      const result = await this.client.request(clean.terms, {}, context);
      return result.ok ? { ok: true, data: facetSlugs(clean.facets, result.data) } : result;
    });
    if (!slugs.ok) return { kind: 'unavailable', failure: slugs.failure, locale, path };
    const clean = readCleanPath(path.split('/').slice(2), slugs.data, facets!);
    return clean ? { kind: 'page', page, locale, path, ...clean } : missing({ locale, path });
  }

  private async fromBackend(
    site: Site,
    { query }: RequestAddress,
    { locale, path }: SitePath,
    { call, host }: RoutingContext,
  ): Promise<Resolution> {
    const table = routeTableOf(site.config);
    const route = await askBackend(this.client, {
      path,
      language: locale.slice(0, 2),
      context: { ...call, frontend: { site: site.public.name, locale } },
      host,
      otherHosts: site.config.routes.redirectHosts,
      backendPath: (target) => backendPath(site, table, target),
    });
    switch (route.kind) {
      case 'content': {
        const page = `/${route.match.kind}`;
        return { kind: 'page', page, locale, path, pathFacets: [], match: route.match };
      }
      case 'redirect': {
        const { status, target } = route;
        if (target.kind === 'other') return { kind: 'redirect', status, target: target.address };
        return { kind: 'redirect', status, target: addressFor(site, locale, target.path, target.query, query) };
      }
      default:
        return { ...route, locale, path };
    }
  }
}

/** Own pages whose content comes from the backend, which identifies it by the path. */
const HAS_CONTENT = /^\/(job|organization)\//;

/** @returns the internal path of a target if the backend is responsible for its content */
function backendPath(site: Site, table: RouteTable, target: string): string | undefined {
  const path = readSitePath(site.public, target)?.path;
  if (path === undefined || table.page(path) || table.redirect(path) !== undefined) return undefined;
  return table.isDirect(path) && !HAS_CONTENT.test(path) ? undefined : path;
}

/** Handles URLs that a browser sent to the router, or that still contain the router parameter. */
function routed(site: Site, address: RequestAddress, read: SitePath, { host }: RoutingContext): Resolution | undefined {
  const { target: wanted, query: rest } = readRouter(address);
  if (read.path !== ROUTER_PATH && wanted === null) return undefined;
  if (read.path !== ROUTER_PATH) return { kind: 'redirect', status: MOVED, target: writeAddress(address.path, rest) };
  const target = readTarget(wanted ?? '', host, []);
  if (target.kind !== 'own') return missing(read);
  if (readSitePath(site.public, target.path)?.path === ROUTER_PATH) return missing(read);
  return {
    kind: 'redirect',
    status: MOVED,
    target: addressFor(site, read.locale, target.path, readRouter(target).query, rest),
  };
}

/** Handles the permanent redirects of the site's route table. */
function moved(
  site: Site,
  { query }: RequestAddress,
  { locale, path }: SitePath,
  table: RouteTable,
): Resolution | undefined {
  const target = table.redirect(path);
  if (target === undefined) return undefined;
  const [way, own] = target.split('?');
  const address = addressFor(site, locale, way!, new URLSearchParams(own), query);
  return { kind: 'redirect', status: MOVED, target: address };
}

/** Returns the canonical URL of a path in any locale, with or without translated names. */
function addressFor(site: Site, locale: string, path: string, ...queries: URLSearchParams[]): string {
  const read = readSitePath(site.public, path);
  const target = read?.hasLocale ? read : { locale, path: read?.path ?? path };
  return writeAddress(addressesOf(site.public, target.locale).href(target.path), ...queries);
}

/** Redirects to the canonical spelling of a URL. For the home page without a locale the target depends on the visitor. */
function toWritten(written: string, { query }: RequestAddress, isHome: boolean): Resolution {
  const target = writeAddress(written, query);
  return isHome
    ? { kind: 'redirect', status: FOUND, target, personal: true }
    : { kind: 'redirect', status: MOVED, target };
}

function missing({ locale, path }: Pick<SitePath, 'locale' | 'path'>): Extract<Resolution, { kind: 'error' }> {
  return { kind: 'error', status: NOT_FOUND, reason: 'Page not found.', locale, path };
}

/** Maps the slug of a term to its facet and the term. */
type FacetSlugs = ReadonlyMap<string, { facet: string; value: string; label: string }>;

/** Facet values in the path of a search, in their order. */
type PathFacets = readonly { facet: string; value: string; label: string; slug: string }[];

/**
 * Parses the path of a search (ROUTE-14). The name of a country may precede the facets.
 *
 * @param most maximum number of facet values
 * @returns undefined if a segment is neither, or there are too many
 */
function readCleanPath(
  parts: readonly string[],
  slugs: FacetSlugs,
  most: number,
): { country?: string; pathFacets: PathFacets } | undefined {
  const country = slugs.has(parts[0]!) ? undefined : countryBySlug(parts[0]!);
  const terms = country ? parts.slice(1) : parts;
  if (terms.length > most) return undefined;
  const facets = terms.map((slug) => ({ slug, term: slugs.get(slug) }));
  if (facets.some(({ term }) => !term)) return undefined;
  return { country, pathFacets: facets.map(({ slug, term }) => ({ ...term!, slug })) };
}

type TermsByVocabulary = Readonly<Partial<Record<string, readonly { tid: number; slug: string; label: string }[]>>>;

interface CleanFacet {
  name: string;
  /** null if its values are not terms of a vocabulary. */
  vocabulary: string | null;
}

/** Facets that may occur in the path of a search, and the query for the names of their values. */
interface CleanFacets {
  facets: readonly CleanFacet[];
  terms: TypedDocumentString<TermsByVocabulary, Record<string, never>>;
}

/** @param page a logical route of `client/pages` */
function cleanFacetsOf(page: string, { fieldsOfStudy }: Pick<SiteFeatures, 'fieldsOfStudy'>): CleanFacets {
  if (page !== ORGANIZATIONS_PATH) return { facets: JOB_FACETS, terms: FacetTermsDocument };
  const facets = ORGANIZATION_FACETS.filter(({ name }) => name !== 'field_of_study' || fieldsOfStudy);
  return { facets, terms: OrganizationFacetTermsDocument };
}

/** @param terms terms by vocabulary, in the backend's order */
function facetSlugs(facets: readonly CleanFacet[], terms: TermsByVocabulary): FacetSlugs {
  return new Map(
    facets.flatMap(({ name, vocabulary }) =>
      (vocabulary ? (terms[vocabulary] ?? []) : []).map(
        (term) => [term.slug, { facet: name, value: String(term.tid), label: term.label }] as const,
      ),
    ),
  );
}

/** @returns the ISO code of a country by its name in a path, in any language of the product, such as `canada` or `deutschland` */
function countryBySlug(slug: string): string | undefined {
  countrySlugs ??= new Map(COUNTRY_LANGUAGES.flatMap(countryNames));
  return countrySlugs.get(slug);
}

function countryNames(language: string): [slug: string, code: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  // Codes of former countries have the names of present ones: `FX` is France, too.
  return countryCodes().flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[slugify(name), code]];
  });
}

@Module({ providers: [PageResolver], exports: [PageResolver] })
export class RoutingModule {}
