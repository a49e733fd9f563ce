import { scopePrefix } from '../../codes/codes.js';
import { PHRASE_IN_TITLE, WORD_IN_ORGANIZATION, WORD_IN_TITLE, type KeywordQuery } from '../../text/keyword-query.js';
import { intersect, lowestBit, MOST_DOCUMENTS, MOST_WORDS, subtract, unite } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';
import { compileLexeme, type CompiledLexeme, type CompiledWords } from './compiled-words.js';
import type { WordMatcher } from './word-matcher.js';

/** What is worth something, and how much. */
export interface ScorePart {
  words: CompiledWords;
  score: number;
}

/** A document is of one scope, so asking for the words in every scope's title is asking for them in its title. */
export function toScoreParts(scored: KeywordQuery['scored'], scopes: readonly number[]): ScorePart[] {
  const inField = (field: 'title' | 'organization', scope: number): CompiledLexeme[][] =>
    scored.map((lexemes) => lexemes.map(({ text, prefix }) => compileLexeme(scopePrefix(scope, field) + text, prefix)));
  const titles = scopes.map((scope) => inField('title', scope));
  const organizations = scopes.map((scope) => inField('organization', scope));
  const parts: ScorePart[] = scored.flatMap((_, index) => [
    { score: WORD_IN_TITLE, words: { kind: 'or', parts: titles.flatMap((words) => words[index]!) } },
    { score: WORD_IN_ORGANIZATION, words: { kind: 'or', parts: organizations.flatMap((words) => words[index]!) } },
  ]);
  if (scored.length > 1)
    parts.push({
      score: PHRASE_IN_TITLE,
      words: { kind: 'or', parts: titles.map((words) => ({ kind: 'phrase', words })) },
    });
  return parts;
}

/** Says what the hits of a segment score. */
export class Scorer {
  private readonly scores = new Uint16Array(MOST_DOCUMENTS);
  private readonly having = new Uint32Array(MOST_WORDS);
  private readonly scored = new Uint32Array(MOST_WORDS);

  constructor(private readonly matcher: WordMatcher) {}

  /**
   * @param hits those that score something are taken out.
   * @param take gets these, newest first.
   */
  score(
    segment: Segment,
    parts: readonly ScorePart[],
    hits: Uint32Array,
    take: (document: number, score: number) => void,
  ): void {
    const { having, scored, scores } = this;
    const { words } = segment;
    scored.fill(0, 0, words);
    for (const part of parts) {
      if (!this.matcher.match(part.words, segment, having)) continue;
      intersect(having, hits, 0, words);
      unite(scored, having, 0, words);
      for (let word = 0; word < words; word++) {
        for (let rest = having[word]!; rest !== 0; rest &= rest - 1) {
          const document = (word << 5) + lowestBit(rest);
          scores[document]! += part.score;
        }
      }
    }
    for (let word = 0; word < words; word++) {
      for (let rest = scored[word]!; rest !== 0; rest &= rest - 1) {
        const document = (word << 5) + lowestBit(rest);
        take(document, scores[document]!);
        scores[document] = 0;
      }
    }
    subtract(hits, scored, words);
  }
}
