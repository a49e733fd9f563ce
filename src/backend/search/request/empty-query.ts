import type { SearchQuery } from '../search.port.js';

/** Whether nothing narrows the search but its site and languages. */
export function isEmptySearch({ keywords, where, selections, area }: SearchQuery): boolean {
  const free = where.kind === 'and' && where.parts.length === 0;
  return keywords === undefined && area === undefined && selections.length === 0 && free;
}
