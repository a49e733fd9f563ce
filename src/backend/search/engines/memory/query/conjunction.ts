import { MAX_WORDS } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

// So many times longer, a list is searched rather than read.
const MUCH_LONGER = 16;

/** Finds the documents that have several terms. */
export class Conjunction {
  /** While there are few. No list is longer: a bitmap takes its place. */
  private readonly found = new Uint16Array(2 * MAX_WORDS);
  private size = 0;

  /**
   * @param bits what is found takes the place of what it holds.
   * @returns whether there is anything; true may be wrong.
   */
  match(segment: Segment, terms: readonly number[], bits: Uint32Array): boolean {
    const { frequencies, postings, lists, bitmaps } = segment.arrays;
    const rarestFirst = terms.length === 1 ? terms : terms.toSorted((a, b) => frequencies[a]! - frequencies[b]!);
    const first = rarestFirst[0]!;
    const from = postings[first]!;
    if (segment.isDense(first)) {
      for (let word = 0; word < segment.words; word++) bits[word] = bitmaps[from + word]!;
      for (let index = 1; index < rarestFirst.length; index++) {
        const start = postings[rarestFirst[index]!]!;
        for (let word = 0; word < segment.words; word++) bits[word]! &= bitmaps[start + word]!;
      }
      return true;
    }
    this.size = frequencies[first]!;
    for (let at = 0; at < this.size; at++) this.found[at] = lists[from + at]!;
    for (let index = 1; index < rarestFirst.length && this.size > 0; index++) {
      const term = rarestFirst[index]!;
      if (segment.isDense(term)) this.retainFromBitmap(bitmaps, postings[term]!);
      else this.retainFromList(lists, postings[term]!, frequencies[term]!);
    }
    bits.fill(0, 0, segment.words);
    for (let at = 0; at < this.size; at++) {
      const document = this.found[at]!;
      bits[document >>> 5]! |= 1 << (document & 31);
    }
    return this.size > 0;
  }

  private retainFromBitmap(bitmaps: Uint32Array, from: number): void {
    const { found, size } = this;
    let retained = 0;
    for (let at = 0; at < size; at++) {
      const document = found[at]!;
      if ((bitmaps[from + (document >>> 5)]! & (1 << (document & 31))) !== 0) found[retained++] = document;
    }
    this.size = retained;
  }

  private retainFromList(list: Uint16Array, from: number, length: number): void {
    const { found, size } = this;
    const isMuchLonger = length > MUCH_LONGER * size;
    let retained = 0;
    let other = from;
    const end = from + length;
    for (let at = 0; at < size && other < end; at++) {
      const document = found[at]!;
      if (isMuchLonger) other = firstFrom(list, other, end, document);
      else while (other < end && list[other]! < document) other++;
      if (other < end && list[other] === document) found[retained++] = document;
    }
    this.size = retained;
  }
}

/** The first place in an ascending list whose document is not less. */
function firstFrom(list: Uint16Array, start: number, end: number, document: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
