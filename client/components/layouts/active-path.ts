/**
 * A menu item is active if its path is the current one or a parent of it (ROUTE-10); the home page is not a parent of
 * other pages.
 */
export function isActivePath(item: string, current: string): boolean {
  const path = item.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return path === '' ? current === '/' : current === path || current.startsWith(`${path}/`);
}

/**
 * Patterns are exact paths; with `*` at the end they match all paths below, and `*` alone matches every path (SITE-09).
 */
export function matchesPath(patterns: readonly string[], current: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? current.startsWith(pattern.slice(0, -1)) : current === pattern,
  );
}
