import { similarity, trigramsOf, type LetterTest } from './trigrams.js';
import {
  MAX_NEIGHBOURS,
  maxEdits,
  transpositionsOf,
  type WordNeighbour,
  type WordNeighbours,
} from './word-neighbours.port.js';
import { lettersOf, type WordLexicon } from './word-lexicon.js';

// What pg_trgm takes for similar.
const SIMILAR = 0.3;

/** Looks through the lexicon in memory. */
export class MemoryWordNeighbours implements WordNeighbours {
  constructor(
    private readonly lexicon: WordLexicon,
    private readonly isLetter: LetterTest,
  ) {}

  find(words: readonly string[], scopes: readonly number[]): Promise<WordNeighbour[]> {
    return Promise.resolve(words.flatMap((typed) => this.neighboursOf(typed, scopes)));
  }

  private neighboursOf(typed: string, scopes: readonly number[]): WordNeighbour[] {
    const swapped = transpositionsOf(typed).flatMap((word): WordNeighbour[] => {
      const number = this.lexicon.find(word);
      const known = number === undefined ? undefined : this.lexicon.read(number, scopes);
      return known ? [{ typed, ...known, distance: 1 }] : [];
    });
    return [...this.nearest(typed, scopes), ...swapped].sort(byNearness);
  }

  private nearest(typed: string, scopes: readonly number[]): WordNeighbour[] {
    const letters = lettersOf(typed);
    const trigrams = trigramsOf(letters, this.isLetter).slice();
    const found: WordNeighbour[] = [];
    this.lexicon.near(letters, maxEdits(letters.length), (number, distance) => {
      const other = trigramsOf(lettersOf(this.lexicon.wordOf(number)), this.isLetter);
      // As PostgreSQL does: with half the digits.
      if (Math.fround(similarity(trigrams, other)) < SIMILAR) return;
      const known = this.lexicon.read(number, scopes);
      if (known) found.push({ typed, ...known, distance });
    });
    return found.sort(byNearness).slice(0, MAX_NEIGHBOURS);
  }
}

function byNearness(a: WordNeighbour, b: WordNeighbour): number {
  return a.distance - b.distance || b.n - a.n || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0);
}
