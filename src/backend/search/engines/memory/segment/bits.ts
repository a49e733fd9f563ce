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
