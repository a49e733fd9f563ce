import type { Kysely } from 'kysely';
import type { SearchFeature } from '#contract/search/search-features.js';
import type { Database } from '../../platform/database/schema.js';
import { type LexemeField, scopePrefix, type Scope } from '../codes/codes.js';
import type { Keywords } from '../port/search.port.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import {
  formsOfKeywords,
  readKeyword,
  stemsOfPrefix,
  significantTokens,
  KeywordMemo,
  isGeneric,
} from './read-keyword.js';
import { Stemmer } from './stemmer.js';
import {
  scorePartsOf,
  type NearnessBand,
  type QualityWeights,
  type RelevanceWeights,
  type ScoredWords,
  type ScorePart,
  allOf,
  anyOf,
  distinctLexemes,
  lexeme,
  lexemePrefix,
  type Lexeme,
  type WordQuery,
  PLAIN_WEIGHTS,
  RELEVANCE_WEIGHTS,
} from './score-parts.js';
import { expand, type Expansion, type Synonyms } from './synonyms.js';
import { wholeTitleLexeme, LabelReader } from './title-forms.js';
import { HYPHENS, type Token, stripAccents, tokenise } from './tokens.js';

/** Keywords in the form that search engines evaluate. */
export interface KeywordQuery {
  /** Query over the lexemes of `search_job.words`, which are prefixed with their scopes. */
  match: WordQuery;
  /** Parts of the relevance score. Empty if there are only excluded words. */
  scored: readonly ScorePart[];
  /** Bonus by distance for hits with a score. */
  near: readonly NearnessBand[];
  /** Bonus in one scope for hits with a score. */
  favoured: { scope: number; weight: number } | undefined;
  /** Bonus for hits with a score that state pay or a closing date. */
  quality: QualityWeights;
  /** Amount subtracted from the score of incomplete jobs; Infinity removes the whole score. */
  incomplete: number;
}

/** Analysis of keywords in an index, with the weights of the relevance score. */
export interface Analysis {
  stemmer: Stemmer;
  weights: RelevanceWeights;
  /** Without it, words have no synonyms. */
  synonyms?: Synonyms;
  /** Whether generic words are optional; see `isGeneric`. */
  skipsGenericWords?: boolean;
  /** Whether an excluded word such as `-part-time` also excludes documents with its parts in different places. */
  excludesParts?: boolean;
}

const MIN_PREFIX_LENGTH = 2;
const MAX_SCORED = 12;
/** Maximum number of synonyms that are also searched among subjects: the most common ones. */
const MAX_SUBJECT_NAMES = 6;

/**
 * Analyses the keywords in the language of each scope; a document is matched by the analysis of its own scope.
 *
 * @param database queried for stems that are not cached yet
 * @param ownLanguage language of the user
 * @returns undefined if the keywords are no restriction
 */
export async function readKeywords(
  database: Kysely<Database>,
  analysis: Analysis,
  keywords: Keywords | undefined,
  scopes: readonly Scope[],
  ownLanguage?: string,
): Promise<KeywordQuery | undefined> {
  if (!keywords) return undefined;
  const key = JSON.stringify([scopes.map(({ id }) => id), ownLanguage]);
  const known = remembered.get(analysis, keywords, key);
  if (known !== undefined) return known.query;
  const query = await readInScopes(database, analysis, { keywords, scopes, ownLanguage });
  return remembered.set(analysis, keywords, key, { query }).query;
}

const remembered = new KeywordMemo<Analysis, { query: KeywordQuery | undefined }>();

async function readInScopes(
  database: Kysely<Database>,
  analysis: Analysis,
  { keywords, scopes, ownLanguage }: { keywords: Keywords; scopes: readonly Scope[]; ownLanguage: string | undefined },
): Promise<KeywordQuery | undefined> {
  const { stemmer, weights } = analysis;
  const labelReader = labelReaderOf(stemmer);
  const expansions = scopes.map((scope) => expand(analysis.synonyms, keywords, scope));
  for (const [index, { language }] of scopes.entries()) {
    await stemmer.prepare(database, language, formsOfKeywords(keywords, language));
    for (const { labels, concepts } of expansions[index]!)
      if (!concepts) await labelReader.prepare(database, language, labels);
  }
  const readings = scopes.map((scope, index) => new Reader(scope, keywords, analysis, expansions[index]!));
  const matches = readings.map((reader) => reader.match()).filter((match) => match !== undefined);
  if (matches.length === 0) return undefined;
  const inAnyScope = (lists: readonly (readonly Lexeme[])[][]): Lexeme[][] =>
    Array.from({ length: Math.min(Math.max(...lists.map(({ length }) => length)), MAX_SCORED) }, (_, index) =>
      distinctLexemes(lists.flatMap((list) => list[index] ?? [])),
    );
  const own = scopes.length > 1 ? scopes.find(({ language }) => language === ownLanguage) : undefined;
  const scored = scorePartsOf(
    {
      words: inAnyScope(readings.map((reader) => reader.titleWords())),
      exact: weights.exactWordInTitle === 0 ? [] : inAnyScope(readings.map((reader) => reader.exactWords())),
      wholeTitles: weights.wholeTitle === 0 ? [] : readings.flatMap((reader) => reader.wholeTitle()),
      synonyms: readings.flatMap((reader) => reader.synonyms()),
    },
    weights,
    own?.id,
  );
  return {
    match: anyOf(matches),
    scored,
    near: weights.near,
    quality: weights.quality,
    incomplete: weights.incomplete,
    favoured: own && weights.ownLanguage > 0 ? { scope: own.id, weight: weights.ownLanguage } : undefined,
  };
}

const labelReaders = new WeakMap<Stemmer, LabelReader>();

function labelReaderOf(stemmer: Stemmer): LabelReader {
  const known = labelReaders.get(stemmer) ?? new LabelReader(stemmer);
  labelReaders.set(stemmer, known);
  return known;
}

class Reader {
  private readonly labels: LabelReader;
  private readonly tokensOf = new Map<KeywordClause, Token[]>();
  private readonly prefixes: string[];
  /** Prefixes of the fields in which excluded words and phrases are searched, also if the other words are relaxed. */
  private readonly literalPrefixes: string[];
  private readonly stemmer: Stemmer;
  private readonly skipsGenericWords: boolean;
  private readonly excludesParts: boolean;

  constructor(
    private readonly scope: Scope,
    private readonly keywords: Keywords,
    analysis: Analysis,
    private readonly expansions: readonly Expansion[],
  ) {
    this.stemmer = analysis.stemmer;
    this.labels = labelReaderOf(analysis.stemmer);
    this.skipsGenericWords = (analysis.skipsGenericWords ?? false) && !keywords.literal;
    this.excludesParts = analysis.excludesParts ?? false;
    const prefixesOf = (fields: readonly LexemeField[]) => fields.map((field) => scopePrefix(scope.id, field));
    this.prefixes = prefixesOf(keywords.relaxed ? ['title', 'subject'] : keywords.fields);
    this.literalPrefixes = prefixesOf(keywords.fields);
  }

  match(): WordQuery | undefined {
    const boxes = this.keywords.boxes.map((box, index) => this.box(box, index)).filter((box) => box !== undefined);
    if (boxes.length === 0) return undefined;
    return this.keywords.any || this.keywords.relaxed ? anyOf(boxes) : allOf(boxes);
  }

  /** Returns the lexemes of every word that is not excluded, without the scope. */
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

  /** Returns every word that is not excluded, as it was typed. */
  exactWords(): Lexeme[][] {
    return this.keywords.boxes.flat().flatMap((clause) => {
      if (clause.excluded || clause.kind === 'prefix') return [];
      return this.tokens(clause).map(({ word }) => [lexeme(stripAccents(word))]);
    });
  }

  wholeTitle(): { scope: number; lexeme: Lexeme }[] {
    const clauses = this.keywords.boxes.flat().filter(({ excluded }) => !excluded);
    if (clauses.some(({ kind }) => kind === 'prefix')) return [];
    const tokens = clauses.flatMap((clause) => this.tokens(clause));
    const whole = wholeTitleLexeme(tokens, this.scope.language, this.stemmer);
    return whole === undefined ? [] : [{ scope: this.scope.id, lexeme: lexeme(whole) }];
  }

  synonyms(): ScoredWords['synonyms'] {
    const { id, language } = this.scope;
    return this.expansions.map(({ labels, others, concepts, end, start }) => {
      const names = (concepts ? [] : others)
        .map((label) => this.labels.read(language, label).words)
        .filter(({ length }) => length > 0);
      return {
        scope: id,
        replaced: end - start,
        inTitle: names,
        inSubject: names.slice(0, MAX_SUBJECT_NAMES),
        wholeTitles: concepts ? [] : labels.flatMap((label) => this.labels.read(language, label).whole ?? []),
        concepts,
      };
    });
  }

  /**
   * Returns queries for synonyms, which are only searched in the title and the subject: a text that merely mentions a nurse is not relevant
   * to a search for an infirmier.
   */
  private expansion({ others, concepts }: Expansion): WordQuery[] {
    const { id, language } = this.scope;
    const { fields } = this.keywords;
    const isInSubject = fields.includes('everything') || fields.includes('subject');
    if (concepts) {
      const tags: LexemeField[] = isInSubject ? ['concept', 'subject-concept'] : ['concept'];
      return tags.flatMap((field) => concepts.map((concept) => lexeme(scopePrefix(id, field) + concept)));
    }
    const names = others.map((label) => this.labels.read(language, label).words).filter(({ length }) => length > 0);
    return [
      ...names.map((words) => phraseOf(scopePrefix(id, 'title'), words)),
      ...(isInSubject ? names.slice(0, MAX_SUBJECT_NAMES) : []).map((words) =>
        allWords(scopePrefix(id, 'subject'), words),
      ),
    ];
  }

  private box(clauses: readonly KeywordClause[], index: number): WordQuery | undefined {
    const wanted: WordQuery[] = [];
    const stops: WordQuery[] = [];
    /** Conditions that also apply if the words are relaxed. */
    const literal: WordQuery[] = [];
    const expansions = this.expansions.filter(({ box }) => box === index);
    for (const [at, clause] of clauses.entries()) {
      const expansion = expansions.find(({ start, end }) => start <= at && at < end);
      if (expansion) {
        if (expansion.start !== at) continue;
        const parts = clauses.slice(expansion.start, expansion.end).flatMap((each) => {
          const tokens = this.tokens(each);
          return tokens.length === 0 || this.isStop(each, tokens) ? [] : [this.clause(each, tokens)];
        });
        wanted.push(anyOf([...(parts.length > 0 ? [allOf(parts)] : []), ...this.expansion(expansion)]));
        continue;
      }
      const tokens = this.tokens(clause);
      if (tokens.length === 0) continue;
      const part = this.clause(clause, tokens);
      if (clause.excluded) literal.push({ kind: 'not', part });
      else if (this.keywords.relaxed && clause.kind === 'phrase') literal.push(part);
      else if (this.isStop(clause, tokens)) stops.push(part);
      else wanted.push(part);
    }
    const required = wanted.length > 0 ? wanted : stops;
    if (required.length > 0 && this.keywords.relaxed) return allOf([anyOf(required), ...literal]);
    if (required.length > 0) return allOf([...required, ...literal]);
    // Only excluded words: all documents of the scope without them.
    return literal.length > 0 ? allOf([lexeme(scopePrefix(this.scope.id, 'everything')), ...literal]) : undefined;
  }

  private isStop(clause: KeywordClause, tokens: readonly Token[]): boolean {
    if (clause.kind !== 'word') return false;
    const { language } = this.scope;
    return tokens.every(
      (token) =>
        readKeyword(token, clause, language, this.stemmer).stop ||
        (this.skipsGenericWords && isGeneric(language, stripAccents(token.word))),
    );
  }

  private clause(clause: KeywordClause, tokens: readonly Token[]): WordQuery {
    if (clause.kind === 'phrase') return this.phrase(clause, tokens);
    const last = tokens.length - 1;
    const words = tokens.map((token, index) =>
      clause.kind === 'prefix' && index === last ? this.prefix(token, clause) : this.word(token, clause),
    );
    if (clause.kind === 'word' && tokens.length > 1 && clause.text.includes('&')) return this.phrase(clause, tokens);
    const typed = this.isExcludedPhrase(clause) ? this.phrase(clause, tokens) : allOf(words);
    if (tokens.length < 2 || !HYPHENS.test(clause.text)) return typed;
    // `part-time` matches `part time` as well as `parttime`.
    const joined = tokens.map(({ word }) => word).join('');
    return anyOf([typed, this.word({ ...tokens[0]!, surface: joined, word: joined }, clause)]);
  }

  private isExcludedPhrase({ kind, excluded }: KeywordClause): boolean {
    return kind === 'word' && excluded && !this.excludesParts;
  }

  private phrase(clause: KeywordClause, tokens: readonly Token[]): WordQuery {
    if (tokens.length === 1) return this.word(tokens[0]!, clause);
    return anyOf(
      this.prefixesOf(clause).map((prefix) => ({
        kind: 'phrase',
        words: tokens.map((token) => this.lexemes(token, clause).map((text) => lexeme(prefix + text))),
      })),
    );
  }

  private word(token: Token, clause: KeywordClause): WordQuery {
    const lexemes = this.lexemes(token, clause);
    return anyOf(this.prefixesOf(clause).flatMap((prefix) => lexemes.map((text) => lexeme(prefix + text))));
  }

  private prefix(token: Token, clause: KeywordClause): WordQuery {
    const { word } = token;
    if (word.length < MIN_PREFIX_LENGTH) return this.word(token, clause);
    const stems = stemsOfPrefix(word, this.scope.language, this.stemmer);
    return anyOf(
      this.prefixesOf(clause).flatMap((prefix) => [
        lexemePrefix(prefix + stripAccents(word)),
        ...stems.map((stem) => lexeme(prefix + stem)),
      ]),
    );
  }

  private prefixesOf({ kind, excluded }: KeywordClause): readonly string[] {
    return excluded || kind === 'phrase' ? this.literalPrefixes : this.prefixes;
  }

  private lexemes(token: Token, clause: KeywordClause): readonly string[] {
    return readKeyword(token, clause, this.scope.language, this.stemmer).lexemes;
  }

  private tokens(clause: KeywordClause): Token[] {
    const { language } = this.scope;
    const known = this.tokensOf.get(clause);
    if (known) return known;
    // Without its stop word, `-on-call` would exclude every call.
    const isWhole = this.isExcludedPhrase(clause) && HYPHENS.test(clause.text);
    const tokens = isWhole ? tokenise(clause.text, language) : significantTokens(clause, language, this.stemmer);
    this.tokensOf.set(clause, tokens);
    return tokens;
  }
}

function phraseOf(prefix: string, words: readonly (readonly Lexeme[])[]): WordQuery {
  const led = words.map((lexemes) => lexemes.map(({ text }) => lexeme(prefix + text)));
  return led.length === 1 ? anyOf(led[0]!) : { kind: 'phrase', words: led };
}

/** Returns a query for all words in any order, because subjects have no order. */
function allWords(prefix: string, words: readonly (readonly Lexeme[])[]): WordQuery {
  return allOf(words.map((lexemes) => anyOf(lexemes.map(({ text }) => lexeme(prefix + text)))));
}

/**
 * Creates the analysis of jobs and of keywords in job searches.
 *
 * @param synonyms used if the feature `synonyms` is enabled
 */
export function jobAnalysis(features: readonly SearchFeature[], synonyms?: Synonyms): Analysis {
  return {
    ...(synonyms && features.includes('synonyms') && { synonyms }),
    skipsGenericWords: features.includes('relaxation'),
    excludesParts: features.length === 0,
    stemmer: new Stemmer(features.includes('inflection') ? 'inflection' : 'derivation'),
    weights: features.includes('ranking') ? RELEVANCE_WEIGHTS : PLAIN_WEIGHTS,
  };
}
