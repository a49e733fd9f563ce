/** A part of what a person typed. `text` is as typed, without the signs. */
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

/** A clause, and where it stands in what was typed: from its signs to its last character. */
export interface PlacedClause {
  clause: KeywordClause;
  start: number;
  end: number;
}

/**
 * Reads keywords: words, `"phrases"`, `-excluded` words and phrases, `begin*`. Anything is understood somehow: a quote that is never
 * closed reaches to the end, signs without a word are dropped. Linear in the length of the text.
 */
export function parseKeywords(text: string): KeywordClause[] {
  return scanKeywords(text).map(({ clause }) => clause);
}

/** As `parseKeywords`, for those who need to know where each clause stands. */
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

/** The clauses as a person would type them: `parseKeywords` understands them the same way. */
export function formatKeywords(clauses: readonly KeywordClause[]): string {
  return clauses
    .map(
      ({ kind, text, excluded }) =>
        (excluded ? '-' : '') + (kind === 'phrase' ? `"${text}"` : kind === 'prefix' ? `${text}*` : text),
    )
    .join(' ');
}
