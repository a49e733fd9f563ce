import { boundedDistance } from './bounded-distance.js';
import { similarity, trigramsOf, type LetterTest } from './trigrams.js';
import {
  MOST_NEIGHBOURS,
  mostEdits,
  swapsOf,
  type WordNeighbour,
  type WordNeighbours,
} from './word-neighbours.port.js';
import { lettersOf, signatureOf, type WordLexicon } from './word-lexicon.js';

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
    const swapped = swapsOf(typed).flatMap((word): WordNeighbour[] => {
      const number = this.lexicon.find(word);
      const known = number === undefined ? undefined : this.lexicon.read(number, scopes);
      return known ? [{ typed, ...known, distance: 1 }] : [];
    });
    return [...this.nearest(typed, scopes), ...swapped].sort(byNearness);
  }

  private nearest(typed: string, scopes: readonly number[]): WordNeighbour[] {
    const letters = lettersOf(typed);
    const signature = signatureOf(letters);
    const trigrams = trigramsOf(letters, 0, letters.length, this.isLetter).slice();
    const most = mostEdits(letters.length);
    const found: WordNeighbour[] = [];
    for (let length = Math.max(letters.length - most, 1); length <= letters.length + most; length++) {
      const group = this.lexicon.wordsOfLength(length);
      if (!group) continue;
      for (let i = 0; i < group.count; i++) {
        // An edit takes a letter away and brings another one.
        if (bitsIn(group.signatures[i]! ^ signature) > 2 * most) continue;
        const start = i * length;
        const distance = boundedDistance(letters, 0, letters.length, group.letters, start, length, most);
        if (distance > most) continue;
        // As PostgreSQL does: with half the digits.
        const alike = Math.fround(similarity(trigrams, trigramsOf(group.letters, start, length, this.isLetter)));
        if (alike < SIMILAR) continue;
        const known = this.lexicon.read(group.numbers[i]!, scopes);
        if (known) found.push({ typed, ...known, distance });
      }
    }
    return found.sort(byNearness).slice(0, MOST_NEIGHBOURS);
  }
}

function byNearness(a: WordNeighbour, b: WordNeighbour): number {
  return a.distance - b.distance || b.n - a.n || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0);
}

function bitsIn(bits: number): number {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
