/** A known word with a spelling similar to a typed one. */
export interface SimilarWord {
  typed: string;
  /** The folded word, as it is stored. */
  word: string;
  /** Its spelling in documents. */
  label: string;
  /** Approximate number of jobs that contain it. */
  n: number;
  /** Edit distance; 0 if it is the typed word itself. */
  distance: number;
}

/**
 * Finds the known words that are similar to typed ones. All implementations return the same results: for each typed word, the four nearest
 * words with a trigram similarity of at least 0.3 and an edit distance of at most 1, or 2 for words of six or more letters; and each known
 * word that results from swapping two adjacent letters, at distance 1. Sorted by distance, then frequency, then alphabetically.
 */
export interface SimilarWords {
  /** @param words folded words, at most a few */
  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]>;
}

export const MAX_NEIGHBOURS = 4;

/** Maximum edit distance: in words of fewer than six letters, two edits usually produce a different word. */
export function maxEdits(letters: number): number {
  return letters < 6 ? 1 : 2;
}

/** Returns the words with two adjacent letters swapped: a single mistake, which Levenshtein distance counts as two edits. */
export function transpositionsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ).filter((swapped) => swapped !== word);
}
