import type { IndexKind, SearchQuery } from '../port/search.port.js';

/** Whether nothing narrows the search but its site and languages. */
export function isEmptySearch<Kind extends IndexKind>({
  keywords,
  where,
  selections,
  area,
}: SearchQuery<Kind>): boolean {
  const free = where.kind === 'and' && (where as { parts: readonly unknown[] }).parts.length === 0;
  return keywords === undefined && area === undefined && selections.length === 0 && free;
}
