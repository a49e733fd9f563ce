const MAX_LENGTH = 2000;

/**
 * Returns an SQL statement without literals. Values are parameters already; literals in the statement were written by programmers, and are
 * removed as well, so that nobody has to check them.
 */
export function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}

const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i;
const COMMENT = /\/\*.*?\*\//gs;

/** @returns the operation and table as the name of the span, such as `select job` */
export function summaryOf(text: string): string {
  const bare = text.replace(COMMENT, '').trim();
  const verb = /^[a-z]+/i.exec(bare)?.[0].toLowerCase() ?? 'statement';
  const table = TABLE.exec(bare)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
