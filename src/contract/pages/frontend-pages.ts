import type { RouteNames } from './route-names.js';

/** Data about a frontend's pages with which a backend builds their URLs, as in sitemaps, and the design of what it displays. */
export interface FrontendPages {
  /** Public scheme and host of the site, without a trailing slash. */
  origin: string;
  /** The site's display name. */
  title: string;
  /** BCP 47; the first is the default. */
  locales: readonly string[];
  /** Translated paths by locale. */
  routeNames: Readonly<Partial<Record<string, RouteNames>>>;
  /** Public pages of the frontend itself, by path. */
  paths: readonly string[];
  /** Paths that do not exist in the frontend, including everything below, even if the backend has content there. */
  absentPaths?: readonly string[];
  /** Colours of the theme by role; `dark` if the site has a dark scheme. */
  colours: { light: PageColours; dark?: PageColours };
}

/** Colours such as `#0b5d57`. */
export interface PageColours {
  ink: string;
  inkSoft: string;
  ground: string;
  surface: string;
  line: string;
  accent: string;
}

/** @returns the value of `PAGES_HEADER`: JSON in base64url, because headers are limited to ASCII */
export function formatFrontendPages(pages: FrontendPages): string {
  return Buffer.from(JSON.stringify(pages)).toString('base64url');
}
