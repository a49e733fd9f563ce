import type { LexemeField } from '../codes/codes.js';
import { lexeme, type Lexeme } from './word-query.js';

/** Where a document has words that count for its score. `exact-title`: as typed, not as a stem. `subject`: names of occupation, cause, skills. */
export type ScoredField = Exclude<LexemeField, 'everything'>;

/** One word after the other, each any of its lexemes; in `subject`, which has no order, all of them anywhere. */
export type ScoredPhrase = readonly (readonly Lexeme[])[];

/** What a document scores when its field has one of the phrases. Lexemes are led by no scope. */
export interface ScorePart {
  field: ScoredField;
  weight: number;
  anyOf: readonly ScoredPhrase[];
  /** Counts for documents of this scope alone; missing: of every one. */
  scope?: number;
  /** A document can only have it that has scored so much by the parts before. Saves looking for it. */
  from?: number;
}

/** What PostgreSQL's smallint holds; nothing scores more. */
export const MAX_SCORE = 32_767;

/** What each thing is worth that a document has. 0: it is not looked for. */
export interface RelevanceWeights {
  /** For each word of the query. */
  wordInTitle: number;
  /** For each word of the query, beside `wordInTitle`. */
  exactWordInTitle: number;
  wordInOrganization: number;
  wordInSubject: number;
  /** All words in a row. */
  phraseInTitle: number;
  /** The words are the whole title, or all of it up to the first dash, comma or bracket. */
  wholeTitle: number;
  /** For each word that a synonym stands for. */
  synonymInTitle: number;
  /** A synonym is the whole title, or all of it up to the first dash, comma or bracket. */
  synonymAsWholeTitle: number;
  synonymInSubject: number;
  /** In a search around a place; the nearest band first. */
  near: readonly NearnessBand[];
  /** The document is in the language of the page, and its words score something. */
  ownLanguage: number;
  /** By what synonyms count less in documents of another language than that of the page. */
  foreignSynonym: number;
  /** What a job has that tells people more, where its words score something; see `QualityWeights`. */
  quality: QualityWeights;
  /** What is taken from the score of a job that names no employer or no way to apply. Infinity: it comes after all others. */
  incomplete: number;
}

/** What is worth how much in a job that says more than it has to. All of it together is less than a word in any field is worth. */
export interface QualityWeights {
  /** It says what it pays, in a way that the filter by pay understands. */
  payStated: number;
  /** It says when it closes. */
  closingStated: number;
}

/** What a document scores that is so near, where its words score something. The first band that it is in counts. */
export interface NearnessBand {
  km: number;
  weight: number;
}

/** The order by words in the title and in the organization's name alone. */
export const PLAIN_WEIGHTS: RelevanceWeights = {
  wordInTitle: 64,
  exactWordInTitle: 0,
  wordInOrganization: 1,
  wordInSubject: 0,
  phraseInTitle: 32,
  wholeTitle: 0,
  synonymInTitle: 0,
  synonymAsWholeTitle: 0,
  synonymInSubject: 0,
  near: [],
  ownLanguage: 0,
  foreignSynonym: 1,
  quality: { payStated: 0, closingStated: 0 },
  incomplete: Infinity,
};

/** docs/relevance.md says how they were chosen. */
export const RELEVANCE_WEIGHTS: RelevanceWeights = {
  wordInTitle: 64,
  exactWordInTitle: 8,
  wordInOrganization: 4,
  wordInSubject: 6,
  phraseInTitle: 32,
  wholeTitle: 160,
  synonymInTitle: 44,
  synonymAsWholeTitle: 100,
  synonymInSubject: 5,
  near: [
    { km: 5, weight: 20 },
    { km: 10, weight: 14 },
    { km: 25, weight: 8 },
    { km: 50, weight: 3 },
  ],
  ownLanguage: 24,
  foreignSynonym: 0.3,
  quality: { payStated: 2, closingStated: 1 },
  incomplete: 330,
};

/** A query's words in all scopes, and what stands for them. */
export interface ScoredWords {
  /** One entry a word: what it is found by in any scope. */
  words: readonly (readonly Lexeme[])[];
  /** One entry a word: the word itself. */
  exact: readonly (readonly Lexeme[])[];
  /** By scope: the lexeme of a title that consists of all words. */
  wholeTitles: readonly { scope: number; lexeme: Lexeme }[];
  /** By scope: other names of what some of the words name. */
  synonyms: readonly {
    scope: number;
    replaced: number;
    inTitle: readonly ScoredPhrase[];
    inSubject: readonly ScoredPhrase[];
    /** Lexemes of titles that consist of one of them. */
    wholeTitles: readonly Lexeme[];
    /** By which the other three are found instead. */
    concepts: readonly string[] | undefined;
  }[];
}

/** @param ownScope of the language of the page; undefined: it has none among those that are searched, or there is but one */
export function scorePartsOf(
  { words, exact, wholeTitles, synonyms }: ScoredWords,
  weights: RelevanceWeights,
  ownScope: number | undefined,
): ScorePart[] {
  const ofSynonym = (scope: number, weight: number): number =>
    ownScope === undefined || scope === ownScope ? weight : Math.max(Math.round(weight * weights.foreignSynonym), 1);
  const each = (field: ScoredField, lists: ScoredWords['words'], weight: number): ScorePart[] =>
    weight === 0 ? [] : lists.map((lexemes) => ({ field, weight, anyOf: [[lexemes]] }));
  const phrase: ScorePart[] =
    words.length < 2
      ? []
      : [{ field: 'title', weight: weights.phraseInTitle, anyOf: [words], from: words.length * weights.wordInTitle }];
  const whole =
    weights.wholeTitle === 0
      ? []
      : wholeTitles.map(({ scope, lexeme }): ScorePart => ({
          field: 'whole-title',
          weight: weights.wholeTitle,
          anyOf: [[[lexeme]]],
          scope,
        }));
  const bySynonym = (field: 'title' | 'subject', weight: number): ScorePart[] =>
    synonyms.flatMap(({ scope, replaced, inTitle, inSubject, concepts }): ScorePart[] => {
      if (weight > 0 && concepts) {
        const tag = field === 'title' ? 'concept' : 'subject-concept';
        return [{ field: tag, weight: ofSynonym(scope, weight * replaced), anyOf: [[concepts.map(lexeme)]], scope }];
      }
      const anyOf = field === 'title' ? inTitle : inSubject;
      if (weight === 0 || anyOf.length === 0) return [];
      return [{ field, weight: ofSynonym(scope, weight * replaced), anyOf, scope }];
    });
  const asWhole = synonyms.flatMap(({ scope, wholeTitles: lexemes, concepts }): ScorePart[] => {
    if (weights.synonymAsWholeTitle === 0 || (concepts ?? lexemes).length === 0) return [];
    const weight = ofSynonym(scope, weights.synonymAsWholeTitle);
    return concepts
      ? [{ field: 'whole-concept', weight, anyOf: [[concepts.map(lexeme)]], scope }]
      : [{ field: 'whole-title', weight, anyOf: [[lexemes]], scope }];
  });
  return [
    ...each('title', words, weights.wordInTitle),
    ...phrase,
    ...whole,
    ...each('exact-title', exact, weights.exactWordInTitle),
    ...each('organization', words, weights.wordInOrganization),
    ...each('subject', words, weights.wordInSubject),
    ...asWhole,
    ...bySynonym('title', weights.synonymInTitle),
    ...bySynonym('subject', weights.synonymInSubject),
  ];
}
