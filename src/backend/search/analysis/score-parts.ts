import type { LexemeField } from '../codes/codes.js';
import type { PointAt } from '../codes/points.js';

// Larger than any search radius, so that the score stays positive and falls with the distance.
const BEYOND_KM = 1000;

/** A boolean query for documents by their words, which each search engine evaluates in its own way. */
export type WordQuery =
  | { kind: 'and' | 'or'; parts: readonly WordQuery[] }
  | { kind: 'not'; part: WordQuery }
  | Lexeme
  /** Consecutive words, each matched by any of its lexemes. */
  | { kind: 'phrase'; words: readonly (readonly Lexeme[])[] };

export interface Lexeme {
  kind: 'lexeme';
  text: string;
  /** Whether words that begin with the text match as well. */
  prefix: boolean;
}

export function lexeme(text: string): Lexeme {
  return { kind: 'lexeme', text, prefix: false };
}

export function lexemePrefix(text: string): Lexeme {
  return { kind: 'lexeme', text, prefix: true };
}

/** Combines one or more parts with AND. */
export function allOf(parts: readonly WordQuery[]): WordQuery {
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

/** Combines one or more parts with OR, without duplicates. */
export function anyOf(parts: readonly WordQuery[]): WordQuery {
  const distinct = parts.every((part) => part.kind === 'lexeme') ? distinctLexemes(parts) : parts;
  return distinct.length === 1 ? distinct[0]! : { kind: 'or', parts: distinct };
}

export function distinctLexemes(lexemes: readonly Lexeme[]): Lexeme[] {
  return [...new Map(lexemes.map((each) => [`${each.text}${each.prefix ? '*' : ''}`, each])).values()];
}

/** Fields that count for the score. `exact-title`: words as typed, not stemmed. `subject`: names of occupations, causes, skills. */
export type ScoredField = Exclude<LexemeField, 'everything'>;

/** Consecutive words, each matched by any of its lexemes; in `subject`, which has no order, they may be anywhere. */
export type ScoredPhrase = readonly (readonly Lexeme[])[];

/** Score of a document whose field contains one of the phrases. Lexemes have no scope prefix. */
export interface ScorePart {
  field: ScoredField;
  weight: number;
  anyOf: readonly ScoredPhrase[];
  /** Scope to which the part is restricted; omitted for all scopes. */
  scope?: number;
  /** Minimum score from the previous parts that a matching document must have, which allows skipping the match. */
  from?: number;
}

/** Maximum score, which is the largest `smallint` of PostgreSQL. */
export const MAX_SCORE = 32_767;

/** Weights of the relevance score. A weight of 0 disables the part. */
export interface RelevanceWeights {
  /** For each word of the query. */
  wordInTitle: number;
  /** For each word of the query, in addition to `wordInTitle`. */
  exactWordInTitle: number;
  wordInOrganization: number;
  wordInSubject: number;
  /** All words occur consecutively. */
  phraseInTitle: number;
  /** The words are the whole title, or all of it up to the first dash, comma or bracket. */
  wholeTitle: number;
  /** For each word that a synonym replaces. */
  synonymInTitle: number;
  /** A synonym is the whole title, or all of it up to the first dash, comma or bracket. */
  synonymAsWholeTitle: number;
  synonymInSubject: number;
  /** Bonus in a search around a place; the nearest band comes first. */
  near: readonly NearnessBand[];
  /** Bonus for documents with a score that are in the language of the page. */
  ownLanguage: number;
  /** Factor for synonyms in documents that are not in the language of the page. */
  foreignSynonym: number;
  /** Bonus for informative jobs with a score; see `QualityWeights`. */
  quality: QualityWeights;
  /** Amount subtracted from the score of a job without a named employer or a way to apply. Infinity puts it after all others. */
  incomplete: number;
}

/** Bonuses for optional information in a job. Their sum is less than the weight of a word in any field. */
export interface QualityWeights {
  /** The job states its pay in a form that the pay filter can use. */
  payStated: number;
  /** The job states its closing date. */
  closingStated: number;
}

/** Bonus for documents with a score within a distance. The first matching band counts. */
export interface NearnessBand {
  km: number;
  weight: number;
}

/** Weights for sorting only by words in the title and in the organization's name. */
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

/** docs/relevance.md explains how these weights were chosen. */
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

/** The words of a query in all scopes, with their synonyms. */
export interface ScoredWords {
  /** One entry per word: its lexemes in any scope. */
  words: readonly (readonly Lexeme[])[];
  /** One entry per word: the word as typed. */
  exact: readonly (readonly Lexeme[])[];
  /** Lexeme of a title that consists of all words, by scope. */
  wholeTitles: readonly { scope: number; lexeme: Lexeme }[];
  /** Synonyms of some of the words, by scope. */
  synonyms: readonly {
    scope: number;
    replaced: number;
    inTitle: readonly ScoredPhrase[];
    inSubject: readonly ScoredPhrase[];
    /** Lexemes of titles that consist of one of the synonyms. */
    wholeTitles: readonly Lexeme[];
    /** Ids of concepts that are searched instead of the three lists above. */
    concepts: readonly string[] | undefined;
  }[];
}

/** @param ownScope scope of the page's language; undefined if it is not searched, or there is only one scope */
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

/** Scores by location, indexed by the code of the point; 0 for codes beyond the end of the array. */
export type PointScores = Uint16Array;

/** Scores for sorting by distance: the nearer a document, the higher its score, in steps of one kilometre. */
export function scoresByDistance(points: readonly PointAt[]): PointScores {
  return toScores(points, (km) => Math.max(BEYOND_KM - Math.round(km), 1));
}

/** Scores that are added to the relevance of documents that match the keywords. */
export function scoresByBand(points: readonly PointAt[], bands: readonly NearnessBand[]): PointScores {
  return toScores(points, (km) => bands.find((band) => km <= band.km)?.weight ?? 0);
}

function toScores(points: readonly PointAt[], scoreOf: (km: number) => number): PointScores {
  const scores = new Uint16Array(points.reduce((largest, { id }) => Math.max(largest, id), 0) + 1);
  for (const { id, km } of points) scores[id] = scoreOf(km);
  return scores;
}
