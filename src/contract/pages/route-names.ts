/** A locale's translations of paths, by their first segments (ROUTE-08), such as `/organizations` → `/arbeitgeber-suchen`. */
export type RouteNames = Readonly<Record<string, string>>;

/** Converts a path of the product to the URL of a page: `/organizations?page=2` → `/de/arbeitgeber-suchen?page=2`. */
export type Href = (path: string) => string;

/** Prefix and translated paths of a locale. */
export interface LocaleAddresses {
  /** Empty, or `/de`. */
  localePrefix: string;
  routeNames: RouteNames;
}

/** @returns prefix and names of one of a site's locales; a site with one locale has no prefix (ROUTE-09) */
export function localeAddresses(
  site: { locales: readonly string[]; routeNames: Readonly<Partial<Record<string, RouteNames>>> },
  locale: string,
): LocaleAddresses {
  const localePrefix = site.locales.length > 1 ? `/${locale.toLowerCase()}` : '';
  return { localePrefix, routeNames: site.routeNames[locale] ?? {} };
}

/** @returns the base URL of a site's pages in a language, without a trailing slash */
export function homeAt({ origin, locales }: { origin: string; locales: readonly string[] }, language: string): string {
  return origin + localeAddresses({ locales, routeNames: {} }, localeFor(locales, language)).localePrefix;
}

/** @returns the site's locale for a language; its default if there is none. */
function localeFor(locales: readonly string[], language: string): string {
  const known = locales.map((locale) => locale.toLowerCase());
  const requested = language.toLowerCase();
  const exact = known.indexOf(requested);
  const near = exact >= 0 ? exact : known.findIndex((locale) => locale.split('-')[0] === requested.split('-')[0]);
  return locales[Math.max(near, 0)] ?? '';
}

/**
 * @returns a function that converts a path to its URL in the locale. Input without a leading `/` is not a path of the product and is
 *   unchanged.
 */
export function hrefIn({ localePrefix, routeNames }: LocaleAddresses): Href {
  const rename = renaming(routeNames);
  return (path) => {
    if (!path.startsWith('/')) return path;
    if (!rename) return withPrefix(localePrefix, path);
    const end = path.search(/[?#]/);
    const [way, rest] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)];
    return withPrefix(localePrefix, rename(way) + rest);
  };
}

/** The home page of a locale is `/de`, not `/de/`. */
function withPrefix(prefix: string, path: string): string {
  return prefix !== '' && /^\/(?:[?#]|$)/.test(path) ? prefix + path.slice(1) : prefix + path;
}

/** @returns the inverse function, from a translated path without the prefix to the product's own path */
export function pathIn(routeNames: RouteNames): (written: string) => string {
  return (
    renaming(Object.fromEntries(Object.entries(routeNames).map(([path, name]) => [name, path]))) ?? ((path) => path)
  );
}

/** Replaces the longest known prefix of a path, regardless of case; only whole segments match. @returns undefined without names */
function renaming(names: RouteNames): ((path: string) => string) | undefined {
  const known = new Map(Object.entries(names));
  if (known.size === 0) return undefined;
  const longest = Math.max(...[...known.keys()].map(({ length }) => length));
  return (path) => {
    let end = path.length <= longest ? path.length : path.lastIndexOf('/', longest);
    for (; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const name = known.get(path.slice(0, end).toLowerCase());
      if (name !== undefined) return name + path.slice(end);
    }
    return path;
  };
}
