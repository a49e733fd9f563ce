import type { Keywords } from '../search.port.js';
import type { KeywordClause } from '../text/keyword-grammar.js';
import type { Stemmer } from '../text/stemmer.js';
import { stripAccents } from '../text/fold.js';
import { readKeyword, stemsOfPrefix, tellingTokens } from '../text/read-keyword.js';
import { HYPHENS, type Token } from '../text/tokens.js';
import { scopePrefix } from './codes.js';

/** Texts of tsquery. */
export interface TextQuery {
  match: string;
  /** For relevance, over the words of title (A) and organization (B); none where nothing positive is searched. */
  score?: { any: string; words: string[]; phrase?: string };
}

export interface Scope {
  id: number;
  language: string;
}

const SHORTEST_PREFIX = 2;
const MOST_SCORED = 12;

/** Each scope reads the keywords in its own language; a document is found by its own scope's reading. */
export function toTextQuery(keywords: Keywords, scopes: readonly Scope[], stemmer: Stemmer): TextQuery | undefined {
  const readings = scopes.map((scope) => new Reader(scope, keywords, stemmer));
  const matches = readings.map((reader) => reader.match()).filter((match) => match !== undefined);
  if (matches.length === 0) return undefined;
  const words = readings.map((reader) => reader.titleWords());
  const longest = Math.max(...words.map((list) => list.length));
  const scored = Array.from({ length: Math.min(longest, MOST_SCORED) }, (_, index) =>
    unique(words.flatMap((list) => list[index] ?? [])),
  );
  const query: TextQuery = { match: or(matches) };
  if (scored.length > 0) {
    const weighed = (lexemes: readonly string[], weight: string): string =>
      or(lexemes.map((lexeme) => (lexeme.endsWith('*') ? lexeme + weight : `${lexeme}:${weight}`)));
    query.score = {
      any: or(scored.flat()),
      words: scored.flatMap((lexemes) => [weighed(lexemes, 'A'), weighed(lexemes, 'B')]),
    };
    if (scored.length > 1) query.score.phrase = scored.map((lexemes) => `(${weighed(lexemes, 'A')})`).join(' <-> ');
  }
  return query;
}

class Reader {
  private readonly prefixes: string[];

  constructor(
    private readonly scope: Scope,
    private readonly keywords: Keywords,
    private readonly stemmer: Stemmer,
  ) {
    this.prefixes = keywords.fields.map((field) => scopePrefix(scope.id, field));
  }

  match(): string | undefined {
    const boxes = this.keywords.boxes.map((box) => this.box(box)).filter((box) => box !== undefined);
    return boxes.length === 0 ? undefined : this.keywords.any ? or(boxes) : and(boxes);
  }

  /** Lexemes of every positive word, without prefix. */
  titleWords(): string[][] {
    return this.keywords.boxes.flat().flatMap((clause) => {
      if (clause.excluded) return [];
      const tokens = this.tokens(clause);
      return tokens.map((token, index) => {
        const lexemes = this.lexemes(token, clause).map(quote);
        return clause.kind === 'prefix' && index === tokens.length - 1
          ? [...lexemes, `${quote(stripAccents(token.word))}:*`]
          : lexemes;
      });
    });
  }

  private box(clauses: readonly KeywordClause[]): string | undefined {
    const wanted: string[] = [];
    const stops: string[] = [];
    const unwanted: string[] = [];
    for (const clause of clauses) {
      const tokens = this.tokens(clause);
      if (tokens.length === 0) continue;
      const expression = this.clause(clause, tokens);
      if (clause.excluded) unwanted.push(`!(${expression})`);
      else if (
        clause.kind === 'word' &&
        tokens.every((token) => readKeyword(token, clause, this.scope.language, this.stemmer).stop)
      )
        stops.push(expression);
      else wanted.push(expression);
    }
    const required = wanted.length > 0 ? wanted : stops;
    if (required.length > 0) return and([...required, ...unwanted]);
    // Nothing but exclusions: all documents of the scope without them.
    return unwanted.length > 0 ? and([quote(scopePrefix(this.scope.id, 'everything')), ...unwanted]) : undefined;
  }

  private clause(clause: KeywordClause, tokens: readonly Token[]): string {
    if (clause.kind === 'phrase') return this.phrase(clause, tokens);
    const last = tokens.length - 1;
    const words = tokens.map((token, index) =>
      clause.kind === 'prefix' && index === last ? this.prefix(token, clause) : this.word(token, clause),
    );
    const hyphenated = tokens.length > 1 && HYPHENS.test(clause.text);
    if (clause.kind === 'word' && tokens.length > 1 && clause.text.includes('&')) return this.phrase(clause, tokens);
    if (!hyphenated) return and(words);
    // `part-time` is `part time` as well as `parttime`.
    const joined = tokens.map(({ word }) => word).join('');
    return or([and(words), this.word({ ...tokens[0]!, surface: joined, word: joined }, clause)]);
  }

  private phrase(clause: KeywordClause, tokens: readonly Token[]): string {
    return or(
      this.prefixes.map((prefix) =>
        tokens.map((token) => or(this.lexemes(token, clause).map((lexeme) => quote(prefix + lexeme)))).join(' <-> '),
      ),
    );
  }

  private word(token: Token, clause: KeywordClause): string {
    return or(this.prefixes.flatMap((prefix) => this.lexemes(token, clause).map((lexeme) => quote(prefix + lexeme))));
  }

  private prefix(token: Token, clause: KeywordClause): string {
    const { word } = token;
    if (word.length < SHORTEST_PREFIX) return this.word(token, clause);
    const stems = stemsOfPrefix(word, this.scope.language, this.stemmer);
    return or(
      this.prefixes.flatMap((prefix) => [
        `${quote(prefix + stripAccents(word))}:*`,
        ...stems.map((stem) => quote(prefix + stem)),
      ]),
    );
  }

  private lexemes(token: Token, clause: KeywordClause): readonly string[] {
    return readKeyword(token, clause, this.scope.language, this.stemmer).lexemes;
  }

  private tokens(clause: KeywordClause): Token[] {
    return tellingTokens(clause, this.scope.language, this.stemmer);
  }
}

function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

function and(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(' & ')})`;
}

function or(parts: readonly string[]): string {
  const distinct = unique(parts);
  return distinct.length === 1 ? distinct[0]! : `(${distinct.join(' | ')})`;
}

function unique(parts: readonly string[]): string[] {
  return [...new Set(parts)];
}
