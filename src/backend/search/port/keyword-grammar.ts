/** A part of the typed keywords. `text` is the typed text without operators. */
export interface KeywordClause {
  kind: 'word' | 'phrase' | 'prefix';
  text: string;
  excluded: boolean;
}

const QUOTES = /["\u201c\u201d\u201e\u00ab\u00bb]/;
const SPACE = /\s/;
const MINUS = /[-\u2212]/;
const MEANINGFUL = /[\p{L}\p{N}]/u;
const MAX_CLAUSES = 24;

/** A clause and its range in the typed text, from its operators to its last character. */
export interface PlacedClause {
  clause: KeywordClause;
  start: number;
  end: number;
}

/**
 * Parses keywords: words, `"phrases"`, `-excluded` words and phrases, `begin*`. Every text is valid: an unclosed quote extends to the end,
 * and operators without a word are ignored. The running time is linear in the length of the text.
 */
export function parseKeywords(text: string): KeywordClause[] {
  return scanKeywords(text).map(({ clause }) => clause);
}

/** Like `parseKeywords`, with the position of each clause. */
export function scanKeywords(text: string): PlacedClause[] {
  const clauses: PlacedClause[] = [];
  let at = 0;
  while (at < text.length && clauses.length < MAX_CLAUSES) {
    if (SPACE.test(text[at]!)) {
      at++;
      continue;
    }
    const begin = at;
    const excluded = MINUS.test(text[at]!);
    if (excluded) at++;
    const quoted = at < text.length && QUOTES.test(text[at]!);
    if (quoted) at++;
    const start = at;
    while (at < text.length && !(quoted ? QUOTES : SPACE).test(text[at]!) && !(!quoted && QUOTES.test(text[at]!))) at++;
    const body = text.slice(start, at);
    if (quoted) at++;
    if (MEANINGFUL.test(body)) clauses.push({ clause: clauseOf(body, quoted, excluded), start: begin, end: at });
  }
  return clauses;
}

function clauseOf(body: string, quoted: boolean, excluded: boolean): KeywordClause {
  if (quoted) return { kind: 'phrase', text: body.trim(), excluded };
  const prefix = /[\p{L}\p{N}]\*+$/u.test(body);
  return prefix ? { kind: 'prefix', text: body.replace(/\*+$/, ''), excluded } : { kind: 'word', text: body, excluded };
}

/** Formats clauses as a user would type them: `parseKeywords` returns the same clauses. */
export function formatKeywords(clauses: readonly KeywordClause[]): string {
  return clauses
    .map(
      ({ kind, text, excluded }) =>
        (excluded ? '-' : '') + (kind === 'phrase' ? `"${text}"` : kind === 'prefix' ? `${text}*` : text),
    )
    .join(' ');
}
