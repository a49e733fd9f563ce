import type { RouteNames } from './route-names.js';

/** What a backend has to know of a frontend's pages in order to name them, as in sitemaps, and to dress what it shows people. */
export interface FrontendPages {
  /** Scheme and host under which people reach the site, no slash at the end. */
  origin: string;
  /** What people call the site. */
  title: string;
  /** BCP 47; the first is the default. */
  locales: readonly string[];
  /** How paths are written, by locale. */
  routeNames: Readonly<Partial<Record<string, RouteNames>>>;
  /** Pages of the frontend itself that everybody may find, by their own paths. */
  paths: readonly string[];
  /** Paths that the frontend does without, with all that is below them, whatever the backend has there. */
  absentPaths?: readonly string[];
  /** Of the theme, by role; `dark` where the site has a dark scheme. */
  colours: { light: PageColours; dark?: PageColours };
}

/** As `#0b5d57`. */
export interface PageColours {
  ink: string;
  inkSoft: string;
  ground: string;
  surface: string;
  line: string;
  accent: string;
}

/** @returns the value of `PAGES_HEADER`: JSON in base64url, since a header holds ASCII only */
export function formatFrontendPages(pages: FrontendPages): string {
  return Buffer.from(JSON.stringify(pages)).toString('base64url');
}
