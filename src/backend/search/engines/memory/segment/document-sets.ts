import { intersectionCardinality } from './bits.js';

/** Sets of the documents of a segment: a list, ascending, or a bit each where that takes less room; `postings` says where they begin. */
export interface DocumentSets {
  /** How many documents each has. */
  frequencies: Uint32Array;
  postings: Uint32Array;
  lists: Uint16Array;
  bitmaps: Uint32Array;
}

/** @param words of a set of all documents. */
export function isDense(frequency: number, words: number): boolean {
  return frequency > 2 * words;
}

/** Adds one of the sets to another. */
export function addDocuments(
  { frequencies, postings, lists, bitmaps }: DocumentSets,
  set: number,
  words: number,
  bits: Uint32Array,
): void {
  const from = postings[set]!;
  const frequency = frequencies[set]!;
  if (isDense(frequency, words)) {
    for (let word = 0; word < words; word++) bits[word]! |= bitmaps[from + word]!;
  } else {
    for (let at = from, end = from + frequency; at < end; at++) {
      const document = lists[at]!;
      bits[document >>> 5]! |= 1 << (document & 31);
    }
  }
}

/** How many documents one of the sets shares with another. */
export function countCommon(
  { frequencies, postings, lists, bitmaps }: DocumentSets,
  set: number,
  words: number,
  bits: Uint32Array,
): number {
  const from = postings[set]!;
  const frequency = frequencies[set]!;
  if (isDense(frequency, words)) {
    return intersectionCardinality(bitmaps, from, bits, words);
  }
  let common = 0;
  for (let at = from, end = from + frequency; at < end; at++) {
    const document = lists[at]!;
    common += (bits[document >>> 5]! >>> (document & 31)) & 1;
  }
  return common;
}
