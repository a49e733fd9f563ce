import { intersectionCardinality } from './bits.js';

/** Sets of documents of a segment: ascending lists, or bitmaps where these are smaller; `postings` has the start of each set. */
export interface DocumentSets {
  /** Number of documents in each set. */
  frequencies: Uint32Array;
  postings: Uint32Array;
  lists: Uint16Array;
  bitmaps: Uint32Array;
}

/** @param words size of a bitmap of all documents, in words */
export function isDense(frequency: number, words: number): boolean {
  return frequency > 2 * words;
}

/** Adds the documents of one of the sets to a bitmap. */
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

/** Returns the number of documents of one of the sets that are also in a bitmap. */
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
