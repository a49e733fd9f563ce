const MAX_LENGTH = 2000;

/**
 * A statement without any value. Values are parameters already; what stands in the text itself was written by a programmer, and is left
 * out as well, so that nobody has to check.
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

/** @returns what it does to which table, as the name of its span: `select job` */
export function summaryOf(text: string): string {
  const bare = text.replace(COMMENT, '').trim();
  const verb = /^[a-z]+/i.exec(bare)?.[0].toLowerCase() ?? 'statement';
  const table = TABLE.exec(bare)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
