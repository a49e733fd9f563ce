import type { IndexKind, SearchCondition } from '../port/search.port.js';

/** Whether a condition is about the text of titles, which only the database has. */
export function asksForTitles<Kind extends IndexKind>(condition: SearchCondition<Kind>): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return (condition as { parts: readonly SearchCondition<Kind>[] }).parts.some((part) => asksForTitles(part));
  return condition.kind === 'title';
}
