/** A menu item is active when its path is the current one or a parent of it (ROUTE-10); the home page is nobody's parent. */
export function isActivePath(item: string, current: string): boolean {
  const path = item.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return path === '' ? current === '/' : current === path || current.startsWith(`${path}/`);
}

/** Exact paths; with `*` at the end all below; `*` alone everywhere (SITE-09). */
export function matchesPath(patterns: readonly string[], current: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? current.startsWith(pattern.slice(0, -1)) : current === pattern,
  );
}
