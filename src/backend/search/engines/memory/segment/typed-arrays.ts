/**
 * Sets of the documents of a segment: document `d` is bit `d & 31` of word `d >> 5`. Words beyond those of the segment are ignored; bits
 * beyond its last document are never set.
 */
export const MAX_DOCUMENTS = 65_536;
export const MAX_WORDS = MAX_DOCUMENTS / 32;

export function wordsFor(documents: number): number {
  return (documents + 31) >>> 5;
}

/** Sets the bits of the documents from 0 up to, but not including, `documents`. */
export function setAll(bits: Uint32Array, documents: number): void {
  const words = wordsFor(documents);
  bits.fill(0xffffffff, 0, words);
  const rest = documents & 31;
  if (rest !== 0) bits[words - 1] = 0xffffffff >>> (32 - rest);
}

export function hasBit(bits: Uint32Array, document: number): boolean {
  return (bits[document >>> 5]! & (1 << (document & 31))) !== 0;
}

export function setBit(bits: Uint32Array, document: number): void {
  bits[document >>> 5]! |= 1 << (document & 31);
}

/** @param from index in its array at which `other` begins */
export function intersect(bits: Uint32Array, other: Uint32Array, from: number, words: number): void {
  for (let word = 0; word < words; word++) bits[word]! &= other[from + word]!;
}

export function subtract(bits: Uint32Array, other: Uint32Array, words: number): void {
  for (let word = 0; word < words; word++) bits[word]! &= ~other[word]!;
}

/** @param from index in its array at which `other` begins */
export function union(bits: Uint32Array, other: Uint32Array, from: number, words: number): void {
  for (let word = 0; word < words; word++) bits[word]! |= other[from + word]!;
}

export function isEmpty(bits: Uint32Array, words: number): boolean {
  for (let word = 0; word < words; word++) if (bits[word] !== 0) return false;
  return true;
}

/** Returns the number of bits that are set in a word. */
export function cardinality(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the number of documents in a set. */
export function cardinalityOf(bits: Uint32Array, words: number): number {
  return intersectionCardinality(bits, 0, bits, words);
}

/**
 * Returns the number of documents in the intersection of two sets. Uses a carry-save adder over four words at a time (Harley–Seal), so that
 * only one word in four has to be counted.
 *
 * @param from index in its array at which `bits` begins
 */
export function intersectionCardinality(bits: Uint32Array, from: number, other: Uint32Array, words: number): number {
  let fours = 0;
  let ones = 0;
  let twos = 0;
  let word = 0;
  for (; word + 4 <= words; word += 4) {
    const at = from + word;
    let a = bits[at]! & other[word]!;
    let b = bits[at + 1]! & other[word + 1]!;
    let odd = ones ^ a;
    const firstTwos = (ones & a) | (odd & b);
    ones = odd ^ b;
    a = bits[at + 2]! & other[word + 2]!;
    b = bits[at + 3]! & other[word + 3]!;
    odd = ones ^ a;
    const secondTwos = (ones & a) | (odd & b);
    ones = odd ^ b;
    odd = twos ^ firstTwos;
    fours += cardinality((twos & firstTwos) | (odd & secondTwos));
    twos = odd ^ secondTwos;
  }
  let sum = 4 * fours + 2 * cardinality(twos) + cardinality(ones);
  for (; word < words; word++) sum += cardinality(bits[from + word]! & other[word]!);
  return sum;
}

/**
 * Writes the documents of a set into an array, in ascending order.
 *
 * @param inverted whether to write the documents that are not in the set instead
 * @returns number of documents written
 */
export function listDocuments(bits: Uint32Array, size: number, inverted: boolean, into: Uint16Array): number {
  const words = wordsFor(size);
  const flip = inverted ? -1 : 0;
  const ofLastWord = 0xffffffff >>> ((32 - (size & 31)) & 31);
  let end = 0;
  for (let word = 0; word < words; word++) {
    let rest = bits[word]! ^ flip;
    if (word === words - 1) rest &= ofLastWord;
    for (const start = word << 5; rest !== 0; rest &= rest - 1) into[end++] = start + lowestBit(rest);
  }
  return end;
}

/** Returns the index of the lowest set bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Returns an array with a capacity of at least `length` numbers and the contents of the given one. */
export function withCapacity<Type extends Numbers>(numbers: Type, length: number): Type {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (size: number) => Type)(Math.max(length, numbers.length * 1.5) | 0);
  larger.set(numbers);
  return larger;
}

/** Returns the first `length` numbers. A little unused capacity is kept, because freeing it would require a copy. */
export function trimmed<Type extends Numbers>(numbers: Type, length: number): Type {
  const isClose = length > 1024 && numbers.length - length <= length >>> 4;
  return (isClose ? numbers.subarray(0, length) : numbers.slice(0, length)) as Type;
}

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
