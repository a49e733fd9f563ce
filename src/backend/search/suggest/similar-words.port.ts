/** A known word that is spelled much like one that was typed. */
export interface SimilarWord {
  typed: string;
  /** Folded, as it is kept. */
  word: string;
  /** As documents write it. */
  label: string;
  /** About how many jobs have it. */
  n: number;
  /** 0: it is the word itself. */
  distance: number;
}

/**
 * Finds the known words that are like typed ones. All implementations give the same answers: for each typed word the four nearest that
 * share three in ten trigrams with it and differ by one edit, or by two from six letters on; and each known word that two neighbouring
 * letters in the other order make of it, at distance 1. Nearest first, then most frequent, then by their letters.
 */
export interface SimilarWords {
  /** @param words folded, at most a handful. */
  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]>;
}

export const MAX_NEIGHBOURS = 4;

/** From six letters on two mistakes are one's own; below, they make another word. */
export function maxEdits(letters: number): number {
  return letters < 6 ? 1 : 2;
}

/** Two letters in the wrong order are one mistake, which no measure of distance knows. */
export function transpositionsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ).filter((swapped) => swapped !== word);
}
