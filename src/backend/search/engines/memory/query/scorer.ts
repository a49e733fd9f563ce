import { scopePrefix } from '../../../codes/codes.js';
import {
  PHRASE_IN_TITLE,
  WORD_IN_ORGANIZATION,
  WORD_IN_TITLE,
  type KeywordQuery,
} from '../../../analysis/keyword-query.js';
import { lowestBit, MAX_DOCUMENTS, MAX_WORDS, subtract } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';
import { compileLexeme, type CompiledLexeme, type CompiledWords } from './compiled-words.js';
import { forEachTerm, type WordMatcher } from './word-matcher.js';

/** What makes a hit score. */
export interface ScorePlan {
  /** One entry a word: its lexemes in any scope. */
  titles: readonly (readonly CompiledLexeme[])[];
  organizations: readonly (readonly CompiledLexeme[])[];
  /** None: there is but one word. */
  phrase: CompiledWords | undefined;
}

/** A document is of one scope, so asking for the words in every scope's title is asking for them in its title. */
export function toScorePlan(scored: KeywordQuery['scored'], scopes: readonly number[]): ScorePlan {
  const inScope = (field: 'title' | 'organization', scope: number): CompiledLexeme[][] =>
    scored.map((lexemes) => lexemes.map(({ text, prefix }) => compileLexeme(scopePrefix(scope, field) + text, prefix)));
  const titles = scopes.map((scope) => inScope('title', scope));
  const organizations = scopes.map((scope) => inScope('organization', scope));
  return {
    titles: scored.map((_, word) => titles.flatMap((words) => words[word]!)),
    organizations: scored.map((_, word) => organizations.flatMap((words) => words[word]!)),
    phrase: scored.length < 2 ? undefined : { kind: 'or', parts: titles.map((words) => ({ kind: 'phrase', words })) },
  };
}

/** Says what the hits of a segment score. */
export class Scorer {
  private readonly scores = new Uint16Array(MAX_DOCUMENTS);
  private readonly having = new Uint32Array(MAX_WORDS);
  private readonly scored = new Uint32Array(MAX_WORDS);
  private most = 0;

  constructor(private readonly matcher: WordMatcher) {}

  /**
   * @param hits those that score something are taken out; incomplete jobs stay, however well they suit the words.
   * @param take gets these, newest first.
   */
  score(
    segment: Segment,
    { titles, organizations, phrase }: ScorePlan,
    hits: Uint32Array,
    take: (document: number, score: number) => void,
  ): void {
    const { scored, scores } = this;
    const { complete } = segment;
    scored.fill(0, 0, segment.words);
    this.most = 0;
    for (const lexemes of titles) this.addWord(segment, lexemes, WORD_IN_TITLE, hits);
    // Who has all words in the title may have them in a row.
    const hasAll = this.most === titles.length * WORD_IN_TITLE;
    for (const lexemes of organizations) this.addWord(segment, lexemes, WORD_IN_ORGANIZATION, hits);
    if (phrase && hasAll && this.matcher.match(phrase, segment, this.having))
      this.addSet(this.having, 0, segment.words, PHRASE_IN_TITLE, hits);
    if (this.most === 0) return;
    for (let word = 0; word < segment.words; word++) {
      for (let rest = scored[word]!; rest !== 0; rest &= rest - 1) {
        const bit = lowestBit(rest);
        const document = (word << 5) + bit;
        if (document < complete) take(document, scores[document]!);
        else scored[word]! &= ~(1 << bit);
        scores[document] = 0;
      }
    }
    subtract(hits, scored, segment.words);
  }

  private addWord(segment: Segment, lexemes: readonly CompiledLexeme[], score: number, hits: Uint32Array): void {
    let terms = 0;
    let last = 0;
    for (const lexeme of lexemes)
      forEachTerm(lexeme, segment, (term) => {
        terms++;
        last = term;
      });
    if (terms > 1) {
      this.matcher.match({ kind: 'or', parts: lexemes }, segment, this.having);
      this.addSet(this.having, 0, segment.words, score, hits);
    } else if (terms === 1) {
      const { postings, bitmaps } = segment.arrays;
      if (segment.isDense(last)) this.addSet(bitmaps, postings[last]!, segment.words, score, hits);
      else this.addList(segment, last, score, hits);
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

  /** @param from where the set begins in its array. */
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
