import { isForAbsentRole } from '#contract/accounts/site-roles.js';
import { RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import type { SiteConfig } from '../sites/index.js';
import { OWN_PAGES, type OwnPage } from './own-pages.js';

type SiteRoutes = SiteConfig['routes'];
type RoutedFeatures = Pick<SiteFeatures, 'resume' | 'resumeImport' | 'applicant' | 'recruiter'>;

/** What a site says of its routes, ready to be asked. Paths are the product's own. */
export interface RouteTable {
  /** @returns the path, with its query, that a path leads to for good */
  redirect(path: string): string | undefined;
  /** The path as it has to be written (ROUTE-03). */
  written(path: string): string;
  /** The product's page at a path. */
  page(path: string): OwnPage | undefined;
  /** Whether nobody else has pages there (ROUTE-04). */
  isDirect(path: string): boolean;
  /** Whether it is for people of a role that the site does without: then nothing is there. */
  isAbsent(path: string): boolean;
}

/** Where somebody goes who looks for what a site does not have. */
export const MISSING_PATH = '/404';
/** What goes there without the resume feature (ROUTE-02). */
const RESUME_PATHS: readonly string[] = ['/resume', '/resume/{children}', '/resume-alert/edit/{id}'];

/** @returns the paths of what a site does not have */
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

/** @returns the table of a site; made once */
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
/** `/resume/wizard/import` is one of them. */
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
