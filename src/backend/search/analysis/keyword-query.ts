import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { scopePrefix } from '../codes/codes.js';
import type { Scope } from '../codes/scopes.js';
import type { Keywords } from '../port/search.port.js';
import { stripAccents } from './fold.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import { formsOfKeywords, readKeyword, stemsOfPrefix, significantTokens } from './read-keyword.js';
import type { Stemmer } from './stemmer.js';
import { HYPHENS, type Token } from './tokens.js';

/** Which documents have which words. What a search engine evaluates in its own way. */
export type WordQuery =
  | { kind: 'and' | 'or'; parts: readonly WordQuery[] }
  | { kind: 'not'; part: WordQuery }
  | Lexeme
  /** One word after the other; each is any of its lexemes. */
  | { kind: 'phrase'; words: readonly (readonly Lexeme[])[] };

export interface Lexeme {
  kind: 'lexeme';
  text: string;
  /** Whether words that begin with it will do. */
  prefix: boolean;
}

function lexeme(text: string): Lexeme {
  return { kind: 'lexeme', text, prefix: false };
}

function lexemePrefix(text: string): Lexeme {
  return { kind: 'lexeme', text, prefix: true };
}

/** One part or several. */
function allOf(parts: readonly WordQuery[]): WordQuery {
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

/** One part or several; what is said twice is said once. */
function anyOf(parts: readonly WordQuery[]): WordQuery {
  const distinct = parts.every((part) => part.kind === 'lexeme') ? distinctLexemes(parts) : parts;
  return distinct.length === 1 ? distinct[0]! : { kind: 'or', parts: distinct };
}

function distinctLexemes(lexemes: readonly Lexeme[]): Lexeme[] {
  return [...new Map(lexemes.map((each) => [`${each.text}${each.prefix ? '*' : ''}`, each])).values()];
}

/** Keywords as a search engine wants them. */
export interface KeywordQuery {
  /** Over the lexemes of `search_job.words`, which their scopes lead. */
  match: WordQuery;
  /**
   * For relevance: every word's lexemes, of whichever scope, led by none. Empty where nothing positive is searched. A document scores
   * WORD_IN_TITLE and WORD_IN_ORGANIZATION for each, and PHRASE_IN_TITLE when there are several and the title has them in a row.
   */
  scored: readonly (readonly Lexeme[])[];
}

export const WORD_IN_TITLE = 64;
export const WORD_IN_ORGANIZATION = 1;
export const PHRASE_IN_TITLE = 32;

const MIN_PREFIX_LENGTH = 2;
const MAX_SCORED = 12;

/**
 * Each scope reads the keywords in its own language; a document is found by its own scope's reading.
 *
 * @param database for stems that are not known yet
 * @returns undefined where they ask for nothing
 */
export async function readKeywords(
  database: Kysely<Database>,
  stemmer: Stemmer,
  keywords: Keywords | undefined,
  scopes: readonly Scope[],
): Promise<KeywordQuery | undefined> {
  if (!keywords) return undefined;
  for (const { language } of scopes) await stemmer.prepare(database, language, formsOfKeywords(keywords, language));
  const readings = scopes.map((scope) => new Reader(scope, keywords, stemmer));
  const matches = readings.map((reader) => reader.match()).filter((match) => match !== undefined);
  if (matches.length === 0) return undefined;
  const words = readings.map((reader) => reader.titleWords());
  const longest = Math.max(...words.map((list) => list.length));
  const scored = Array.from({ length: Math.min(longest, MAX_SCORED) }, (_, index) =>
    distinctLexemes(words.flatMap((list) => list[index] ?? [])),
  );
  return { match: anyOf(matches), scored };
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

  match(): WordQuery | undefined {
    const boxes = this.keywords.boxes.map((box) => this.box(box)).filter((box) => box !== undefined);
    if (boxes.length === 0) return undefined;
    return this.keywords.any ? anyOf(boxes) : allOf(boxes);
  }

  /** Lexemes of every positive word, without the scope. */
  titleWords(): Lexeme[][] {
    return this.keywords.boxes.flat().flatMap((clause) => {
      if (clause.excluded) return [];
      const tokens = this.tokens(clause);
      return tokens.map((token, index) => {
        const lexemes = this.lexemes(token, clause).map(lexeme);
        return clause.kind === 'prefix' && index === tokens.length - 1
          ? [...lexemes, lexemePrefix(stripAccents(token.word))]
          : lexemes;
      });
    });
  }

  private box(clauses: readonly KeywordClause[]): WordQuery | undefined {
    const wanted: WordQuery[] = [];
    const stops: WordQuery[] = [];
    const unwanted: WordQuery[] = [];
    for (const clause of clauses) {
      const tokens = this.tokens(clause);
      if (tokens.length === 0) continue;
      const part = this.clause(clause, tokens);
      if (clause.excluded) unwanted.push({ kind: 'not', part });
      else if (
        clause.kind === 'word' &&
        tokens.every((token) => readKeyword(token, clause, this.scope.language, this.stemmer).stop)
      )
        stops.push(part);
      else wanted.push(part);
    }
    const required = wanted.length > 0 ? wanted : stops;
    if (required.length > 0) return allOf([...required, ...unwanted]);
    // Nothing but exclusions: all documents of the scope without them.
    return unwanted.length > 0 ? allOf([lexeme(scopePrefix(this.scope.id, 'everything')), ...unwanted]) : undefined;
  }

  private clause(clause: KeywordClause, tokens: readonly Token[]): WordQuery {
    if (clause.kind === 'phrase') return this.phrase(clause, tokens);
    const last = tokens.length - 1;
    const words = tokens.map((token, index) =>
      clause.kind === 'prefix' && index === last ? this.prefix(token, clause) : this.word(token, clause),
    );
    const hyphenated = tokens.length > 1 && HYPHENS.test(clause.text);
    if (clause.kind === 'word' && tokens.length > 1 && clause.text.includes('&')) return this.phrase(clause, tokens);
    if (!hyphenated) return allOf(words);
    // `part-time` is `part time` as well as `parttime`.
    const joined = tokens.map(({ word }) => word).join('');
    return anyOf([allOf(words), this.word({ ...tokens[0]!, surface: joined, word: joined }, clause)]);
  }

  private phrase(clause: KeywordClause, tokens: readonly Token[]): WordQuery {
    if (tokens.length === 1) return this.word(tokens[0]!, clause);
    return anyOf(
      this.prefixes.map((prefix) => ({
        kind: 'phrase',
        words: tokens.map((token) => this.lexemes(token, clause).map((text) => lexeme(prefix + text))),
      })),
    );
  }

  private word(token: Token, clause: KeywordClause): WordQuery {
    const lexemes = this.lexemes(token, clause);
    return anyOf(this.prefixes.flatMap((prefix) => lexemes.map((text) => lexeme(prefix + text))));
  }

  private prefix(token: Token, clause: KeywordClause): WordQuery {
    const { word } = token;
    if (word.length < MIN_PREFIX_LENGTH) return this.word(token, clause);
    const stems = stemsOfPrefix(word, this.scope.language, this.stemmer);
    return anyOf(
      this.prefixes.flatMap((prefix) => [
        lexemePrefix(prefix + stripAccents(word)),
        ...stems.map((stem) => lexeme(prefix + stem)),
      ]),
    );
  }

  private lexemes(token: Token, clause: KeywordClause): readonly string[] {
    return readKeyword(token, clause, this.scope.language, this.stemmer).lexemes;
  }

  private tokens(clause: KeywordClause): Token[] {
    return significantTokens(clause, this.scope.language, this.stemmer);
  }
}
