import { NEVER_CLOSES } from '../../../adverts/advert-facets.js';
import { scopePrefix } from '../../../codes/codes.js';
import type { KeywordQuery } from '../../../analysis/keyword-query.js';
import { MAX_SCORE, type ScoredPhrase, type ScorePart, type PointScores } from '../../../analysis/score-parts.js';
import { lowestBit, MAX_DOCUMENTS, MAX_WORDS, subtract } from '../segment/typed-arrays.js';
import type { Segment } from '../segment/segment.js';
import {
  forEachTerm,
  type WordMatcher,
  compileLexeme,
  type CompiledLexeme,
  type CompiledWords,
} from './word-matcher.js';

/** A part of the score of a hit. */
interface CompiledPart {
  weight: number;
  /** Single words, any of which matches. */
  lexemes: readonly CompiledLexeme[];
  /** Alternatives of more than one word. */
  phrases: CompiledWords | undefined;
  from: number;
}

export interface ScorePlan {
  parts: readonly CompiledPart[];
  favoured: KeywordQuery['favoured'];
  quality: KeywordQuery['quality'];
  incomplete: number;
}

/** A document has only one scope, so searching for the words in the titles of all scopes finds them in its title. */
export function toScorePlan(query: KeywordQuery, scopes: readonly number[]): ScorePlan {
  const { scored, favoured, quality, incomplete } = query;
  return { parts: scored.map((part) => compilePart(part, scopes)), favoured, quality, incomplete };
}

function compilePart({ field, weight, anyOf, scope, from = 0 }: ScorePart, scopes: readonly number[]): CompiledPart {
  const inScope = scope === undefined ? scopes : [scope];
  const single = anyOf.filter((phrase) => phrase.length === 1);
  const longer = anyOf.filter((phrase) => phrase.length > 1);
  const phrases = inScope.flatMap((each) =>
    longer.map((phrase) => inOrder(compilePhrase(phrase, field, each), field !== 'subject')),
  );
  return {
    weight,
    from,
    lexemes: inScope.flatMap((each) => single.flatMap((phrase) => compilePhrase(phrase, field, each)[0]!)),
    phrases: phrases.length === 0 ? undefined : { kind: 'or', parts: phrases },
  };
}

function compilePhrase(phrase: ScoredPhrase, field: ScorePart['field'], scope: number): CompiledLexeme[][] {
  const lead = scopePrefix(scope, field);
  return phrase.map((lexemes) => lexemes.map(({ text, prefix }) => compileLexeme(lead + text, prefix)));
}

function inOrder(words: CompiledLexeme[][], isPhrase: boolean): CompiledWords {
  if (isPhrase) return { kind: 'phrase', words };
  const wanted = words.map((parts): CompiledWords => (parts.length === 1 ? parts[0]! : { kind: 'or', parts }));
  return { kind: 'and', wanted, unwanted: [] };
}

/** Computes the scores of the hits of a segment. */
export class Scorer {
  private readonly scores = new Uint16Array(MAX_DOCUMENTS);
  private readonly having = new Uint32Array(MAX_WORDS);
  private readonly scored = new Uint32Array(MAX_WORDS);
  private most = 0;

  constructor(private readonly matcher: WordMatcher) {}

  /**
   * @param nearness added to the score of hits that have one
   * @param hits hits with a score are removed, except incomplete jobs if the plan removes their whole score
   * @param take receives the removed hits, newest first
   */
  score(
    segment: Segment,
    plan: ScorePlan,
    nearness: PointScores | undefined,
    hits: Uint32Array,
    take: (document: number, score: number) => void,
  ): void {
    const { scored, scores } = this;
    const { complete } = segment;
    const { points, scopes, pays, closings } = segment.arrays;
    const { payStated, closingStated } = plan.quality;
    const { scope: favoured = -1, weight: favour = 0 } = plan.favoured ?? {};
    scored.fill(0, 0, segment.words);
    this.most = 0;
    for (const part of plan.parts) if (this.most >= part.from) this.addPart(segment, part, hits);
    if (this.most === 0) return;
    for (let word = 0; word < segment.words; word++) {
      for (let rest = scored[word]!; rest !== 0; rest &= rest - 1) {
        const bit = lowestBit(rest);
        const document = (word << 5) + bit;
        const penalty = document < complete ? 0 : plan.incomplete;
        if (penalty === Infinity) scored[word]! &= ~(1 << bit);
        else {
          const besides =
            (nearness?.[points[document]!] ?? 0) +
            (scopes[document] === favoured ? favour : 0) +
            (pays[document]! > 0 ? payStated : 0) +
            (closings[document]! < NEVER_CLOSES ? closingStated : 0);
          take(document, Math.min(Math.max(scores[document]! + besides - penalty, 1), MAX_SCORE));
        }
        scores[document] = 0;
      }
    }
    subtract(hits, scored, segment.words);
  }

  /** Like `score`, but scores only by location. */
  scoreByPlace(
    segment: Segment,
    nearness: PointScores,
    hits: Uint32Array,
    take: (document: number, score: number) => void,
  ): void {
    const { complete } = segment;
    const { points } = segment.arrays;
    for (let word = 0; word < segment.words; word++) {
      for (let rest = hits[word]!; rest !== 0; rest &= rest - 1) {
        const bit = lowestBit(rest);
        const document = (word << 5) + bit;
        const score = nearness[points[document]!] ?? 0;
        if (document >= complete || score === 0) continue;
        take(document, score);
        hits[word]! &= ~(1 << bit);
      }
    }
  }

  private addPart(segment: Segment, { lexemes, phrases, weight }: CompiledPart, hits: Uint32Array): void {
    let terms = 0;
    let last = 0;
    for (const lexeme of lexemes)
      forEachTerm(lexeme, segment, (term) => {
        terms++;
        last = term;
      });
    if (phrases || terms > 1) {
      const parts = phrases ? [...lexemes, phrases] : lexemes;
      if (this.matcher.match({ kind: 'or', parts }, segment, this.having))
        this.addSet(this.having, 0, segment.words, weight, hits);
    } else if (terms === 1) {
      const { postings, bitmaps } = segment.arrays;
      if (segment.isDense(last)) this.addSet(bitmaps, postings[last]!, segment.words, weight, hits);
      else this.addList(segment, last, weight, hits);
    }
  }

  private addList({ arrays }: Segment, term: number, score: number, hits: Uint32Array): void {
    const { scored, scores } = this;
    const { lists, postings, frequencies } = arrays;
    let { most } = this;
    for (let at = postings[term]!, end = at + frequencies[term]!; at < end; at++) {
      const document = lists[at]!;
      const bit = 1 << (document & 31);
      if ((hits[document >>> 5]! & bit) === 0) continue;
      scored[document >>> 5]! |= bit;
      const sum = scores[document]! + score;
      scores[document] = sum;
      if (sum > most) most = sum;
    }
    this.most = most;
  }

  /** @param from index in the array at which the set begins */
  private addSet(bits: Uint32Array, from: number, words: number, score: number, hits: Uint32Array): void {
    const { scored, scores } = this;
    let { most } = this;
    for (let word = 0; word < words; word++) {
      const both = bits[from + word]! & hits[word]!;
      if (both === 0) continue;
      scored[word]! |= both;
      for (let rest = both; rest !== 0; rest &= rest - 1) {
        const document = (word << 5) + lowestBit(rest);
        const sum = scores[document]! + score;
        scores[document] = sum;
        if (sum > most) most = sum;
      }
    }
    this.most = most;
  }
}
