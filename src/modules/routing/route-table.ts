import { isForAbsentRole } from '#contract/accounts/account-roles.js';
import {
  RESUME_IMPORT_PATH,
  ALERT_LINK_PATH,
  ANSWER_TEMPLATES_PATH,
  CHECKOUT_PATH,
  CONSENT_TEXTS_PATH,
  CONTACT_CREDITS_PATH,
  JOB_ALERT_PATH,
  JOB_FEED_PATH,
  JOB_REPORT_PATH,
  MANAGED_ORDER_PATH,
  ORDER_PATH,
  ORGANIZATION_MERGE_PATH,
  ORDERS_PATH,
  MANAGED_PRODUCT_PATH,
  MANAGED_PRODUCTS_PATH,
  OWN_PRODUCTS_PATH,
  PRODUCTS_PATH,
  OWN_CONTACTS_PATH,
  RESUME_ALERT_PATH,
  RESUME_EXPORT_PATH,
  RESUME_PERSONAL_INFO_PATH,
  SERVICES_CONSENT_PATH,
  USER_PATTERN,
} from '#contract/pages/paths.js';
import type { SiteFeatures, PublicSite } from '#contract/pages/public-site.js';
import { CLEAN_JOB_FACETS } from '#contract/search/job-search.js';
import { CLEAN_ORGANIZATION_FACETS } from '#contract/search/organization-search.js';
import type { SiteConfig } from '../sites/index.js';

/** Paths of the backend's sitemaps and feeds, in the router's syntax (ROUTE-11). They are documents of the whole site, not pages. */
export const SITEMAP_ROUTES = [
  'sitemap.xml',
  'sitemap.xsl',
  ':type/sitemap.xml',
  ':type/sitemap.xsl',
  ':lang/:type/sitemap.xml',
  ':lang/:type/sitemap.xsl',
  'sitemap/*',
];
export const FEED_ROUTES = ['feeds/*'];

/** A page that is part of the product. */
export interface OwnPage {
  /** `{id}`: a random id (UUID); `{number}`: a number; `{slug}`: any one segment. */
  path: string;
  /** A logical route of `client/pages`. */
  page: string;
  /** Maximum number of facet values that may follow the path (ROUTE-14). */
  facets?: number;
  /** Whether the page is public and listed in sitemaps. */
  listed?: true;
  /** HTTP status of the response, if the page itself does not decide it. */
  status?: number;
}

interface ListedSite {
  commerce: Pick<PublicSite['commerce'], 'selfService'>;
  features: Pick<PublicSite['features'], 'applicant' | 'recruiter'>;
}

const own = (path: string, page = path): OwnPage => ({ path, page });

export const OWN_PAGES: readonly OwnPage[] = [
  { ...own('/'), listed: true },
  { ...own('/jobs'), facets: CLEAN_JOB_FACETS, listed: true },
  own(JOB_FEED_PATH, '/jobs/feed'),
  { ...own('/organizations'), facets: CLEAN_ORGANIZATION_FACETS, listed: true },
  own('/resumes'),
  own(JOB_ALERT_PATH),
  own(`${JOB_ALERT_PATH}/edit/{id}`, '/alert-edit'),
  own(RESUME_ALERT_PATH),
  own(`${RESUME_ALERT_PATH}/edit/{id}`, '/alert-edit'),
  own(ALERT_LINK_PATH),
  own('/resume', '/own-resume'),
  own('/resume/edit', '/own-resume/edit'),
  own('/resume/wizard', '/own-resume/wizard'),
  own('/resume/wizard/personal-info', '/own-resume/wizard/step'),
  own(RESUME_PERSONAL_INFO_PATH, '/own-resume/wizard/step'),
  own('/resume/wizard/job-preferences', '/own-resume/wizard/step'),
  own(RESUME_IMPORT_PATH, '/own-resume/wizard/import'),
  own(RESUME_EXPORT_PATH, '/own-resume/export'),
  own(OWN_CONTACTS_PATH, '/own-resume/contacts'),
  own('/resume/{id}', '/resume'),
  own(CONTACT_CREDITS_PATH),
  { ...own('/blog'), listed: true },
  own('/blog/{slug}', '/article'),
  { ...own('/contact'), listed: true },
  { ...own(PRODUCTS_PATH), listed: true },
  own(OWN_PRODUCTS_PATH),
  own(SERVICES_CONSENT_PATH),
  own('/apply/{number}/{slug}', '/apply'),
  own(`${JOB_REPORT_PATH}/{number}`, '/report'),
  own('/application/{id}', '/own-application'),
  own('/application/{id}/add', '/own-application/add'),
  own('/application-file/{id}', '/application-file'),
  own('/applications'),
  own(ANSWER_TEMPLATES_PATH),
  own('/applications/{number}', '/applications/job'),
  own('/applications/{number}/board', '/applications/board'),
  own('/applications/{number}/print', '/applications/print'),
  own('/applications/{number}/{id}', '/applications/received'),
  own('/applications/{number}/{id}/interview', '/applications/interview'),
  own('/user/login'),
  own('/user/register'),
  own('/user/register/applicant', '/user/register'),
  own('/user/register/recruiter', '/user/register'),
  own('/user/check-mail'),
  own('/user/reset-password'),
  own('/user/verify'),
  own('/user/link-identity'),
  own('/user/logout'),
  own('/user/farewell'),
  own('/user/error'),
  own('/user/organization'),
  own('/user/organization/edit'),
  own('/user/organization/members'),
  own('/user/invitation'),
  own('/user/settings'),
  own('/user/confirm-email'),
  own('/user/masquerade'),
  own(CONSENT_TEXTS_PATH),
  own(CHECKOUT_PATH),
  own(ORDER_PATH),
  own('/dashboard'),
  own('/job-manager'),
  own('/job-manager/close'),
  own('/job/wizard'),
  own('/admin/jobs'),
  own('/admin/job'),
  own('/admin/all-jobs'),
  own('/admin/review-reasons'),
  own('/admin/users'),
  own('/admin/organizations'),
  own('/admin/organization'),
  own(ORGANIZATION_MERGE_PATH, '/admin/organization-merge'),
  own('/admin/recruiters'),
  own(USER_PATTERN, '/admin/user'),
  own('/admin/audit'),
  own('/admin/access'),
  own(ORDERS_PATH),
  own(MANAGED_ORDER_PATH),
  own('/admin/queue'),
  own('/admin/measurement'),
  own('/admin/searches'),
  own('/admin/retention'),
  own(MANAGED_PRODUCTS_PATH),
  own(MANAGED_PRODUCT_PATH),
  { ...own('/404', '/error'), status: 404 },
];

/** Whether a path begins like one of these pages, so that content at this path would hide a page. */
export function isBelowOwnPage(path: string): boolean {
  const [, first] = path.split('/');
  return OWN_PAGES.some((page) => page.path.split('/')[1] === first);
}

const LISTED_PATHS: readonly string[] = OWN_PAGES.filter(({ listed }) => listed).map(({ path }) => path);

/**
 * Paths of own pages that sitemaps list. Without self-service purchases the products page only leads to the contact form, so it is not
 * listed.
 */
export function listedPaths({ commerce, features }: ListedSite): string[] {
  return LISTED_PATHS.filter(
    (path) => !isForAbsentRole(features, path) && (commerce.selfService || path !== PRODUCTS_PATH),
  );
}

type SiteRoutes = SiteConfig['routes'];
type RoutedFeatures = Pick<SiteFeatures, 'resume' | 'resumeImport' | 'applicant' | 'recruiter'>;

/** The routes configured for a site, prepared for lookups. Paths are without locale prefix and translated names. */
export interface RouteTable {
  /** @returns the target, with its query, of a permanent redirect */
  redirect(path: string): string | undefined;
  /** Returns the canonical spelling of the path (ROUTE-03). */
  written(path: string): string;
  /** Returns the product's page at a path. */
  page(path: string): OwnPage | undefined;
  /** Whether the path is reserved for pages of the product (ROUTE-04). */
  isDirect(path: string): boolean;
  /** Whether the path belongs to a role that the site does not have: then it does not exist. */
  isAbsent(path: string): boolean;
}

/** Page shown for a part of the product that a site does not have. */
export const MISSING_PATH = '/404';
/** Paths that lead there without the resume feature (ROUTE-02). */
const RESUME_PATHS: readonly string[] = ['/resume', '/resume/{children}', '/resume-alert/edit/{id}'];

/** @returns the paths of features that a site does not have */
export function closedPaths({
  resume,
  resumeImport,
}: Pick<RoutedFeatures, 'resume' | 'resumeImport'>): readonly string[] {
  if (!resume) return RESUME_PATHS;
  return resumeImport ? [] : [RESUME_IMPORT_PATH];
}

const PAGES = new Map(OWN_PAGES.map((page) => [page.path, page]));
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NUMBER = '[1-9]\\d*';
const SLUG = '[^/]+';
const PAGES_OF_ONE = OWN_PAGES.filter(({ path }) => path.includes('{')).map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace('{id}', ID).replace('{number}', NUMBER).replace('{slug}', SLUG)}$`),
}));

const tables = new WeakMap<SiteRoutes, RouteTable>();

/** @returns the route table of a site, which is cached */
export function routeTableOf(site: { routes: SiteRoutes; features: RoutedFeatures }): RouteTable {
  let table = tables.get(site.routes);
  if (!table) tables.set(site.routes, (table = routeTable(site.routes, site.features)));
  return table;
}

function routeTable({ redirects, lowerCase, direct }: SiteRoutes, features: RoutedFeatures): RouteTable {
  const closed = closedPaths(features).map((from) => compile({ from, to: MISSING_PATH }, ANY_CHILDREN));
  const all = [...closed, ...redirects.map((redirect) => compile(redirect, ONE_SEGMENT))];
  return {
    redirect(path) {
      for (const redirect of all) {
        const target = redirect(path);
        if (target !== undefined) return target;
      }
      return undefined;
    },
    written(path) {
      const lower = path.toLowerCase();
      return isBelow(lowerCase, lower) ? lower : path;
    },
    page: (path) =>
      isForAbsentRole(features, path)
        ? undefined
        : (PAGES.get(path) ?? PAGES_OF_ONE.find(({ pattern }) => pattern.test(path))?.page),
    isDirect: (path) => isBelow(direct, path) || isForAbsentRole(features, path),
    isAbsent: (path) => isForAbsentRole(features, path),
  };
}

function isBelow(paths: readonly string[], path: string): boolean {
  return paths.some((each) => path === each || path.startsWith(`${each}/`));
}

const ONE_SEGMENT = '([^/]+)';
/** Matches several segments, as in `/resume/wizard/import`. */
const ANY_CHILDREN = '(.+)';
const PLACEHOLDER = /\{([a-z]+)\}/g;

function compile({ from, to }: { from: string; to: string }, part: string): (path: string) => string | undefined {
  const names = [...from.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  const pattern = new RegExp(`^${from.replace(PLACEHOLDER, part)}$`, 'i');
  return (path) => {
    const values = pattern.exec(path)?.slice(1);
    return values && names.reduce((way, name, at) => way.replaceAll(`{${name}}`, encodeURIComponent(values[at]!)), to);
  };
}
