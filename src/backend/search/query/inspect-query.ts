import type { IndexKind, SearchQuery, SearchCondition } from '../port/search.port.js';

/** Whether the search has no restriction besides its site and languages. */
export function isEmptySearch<Kind extends IndexKind>({
  keywords,
  where,
  selections,
  area,
}: SearchQuery<Kind>): boolean {
  const free = where.kind === 'and' && (where as { parts: readonly unknown[] }).parts.length === 0;
  return keywords === undefined && area === undefined && selections.length === 0 && free;
}

/** Whether a condition refers to the text of titles, which only the database contains. */
export function asksForTitles<Kind extends IndexKind>(condition: SearchCondition<Kind>): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return (condition as { parts: readonly SearchCondition<Kind>[] }).parts.some((part) => asksForTitles(part));
  return condition.kind === 'title';
}
