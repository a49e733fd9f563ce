import { isForAbsentRole } from '#contract/accounts/site-roles.js';
import { RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import type { SiteConfig } from '../sites/index.js';
import { OWN_PAGES, type OwnPage } from './own-pages.js';

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
