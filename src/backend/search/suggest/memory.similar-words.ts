import { similarity, trigramsOf, type LetterTest } from './trigrams.js';
import {
  MAX_NEIGHBOURS,
  maxEdits,
  transpositionsOf,
  type SimilarWord,
  type SimilarWords,
} from './similar-words.port.js';
import { lettersOf, type WordDictionary } from './word-dictionary.js';

// Default similarity threshold of pg_trgm.
const SIMILAR = 0.3;

/** Finds similar words in the in-memory dictionary. */
export class MemorySimilarWords implements SimilarWords {
  constructor(
    private readonly dictionary: WordDictionary,
    private readonly isLetter: LetterTest,
  ) {}

  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]> {
    return Promise.resolve(words.flatMap((typed) => this.similarTo(typed, scopes)));
  }

  private similarTo(typed: string, scopes: readonly number[]): SimilarWord[] {
    const swapped = transpositionsOf(typed).flatMap((word): SimilarWord[] => {
      const number = this.dictionary.find(word);
      const known = number === undefined ? undefined : this.dictionary.read(number, scopes);
      return known ? [{ typed, ...known, distance: 1 }] : [];
    });
    return [...this.nearest(typed, scopes), ...swapped].sort(byNearness);
  }

  private nearest(typed: string, scopes: readonly number[]): SimilarWord[] {
    const letters = lettersOf(typed);
    const trigrams = trigramsOf(letters, this.isLetter).slice();
    const found: SimilarWord[] = [];
    this.dictionary.near(letters, maxEdits(letters.length), (number, distance) => {
      const other = trigramsOf(lettersOf(this.dictionary.wordOf(number)), this.isLetter);
      // Compares in single precision, as PostgreSQL does.
      if (Math.fround(similarity(trigrams, other)) < SIMILAR) return;
      const known = this.dictionary.read(number, scopes);
      if (known) found.push({ typed, ...known, distance });
    });
    return found.sort(byNearness).slice(0, MAX_NEIGHBOURS);
  }
}

function byNearness(a: SimilarWord, b: SimilarWord): number {
  return a.distance - b.distance || b.n - a.n || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0);
}
