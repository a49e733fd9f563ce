import { withCapacity } from './array-capacity.js';
import type { Slices } from '../../../../platform/background-jobs/slices.js';

const FIRST_ROOM = 256;
const KEY_BYTES = 6;

/** Assigns numbers to terms in order of their first occurrence. */
export class TermCollector {
  size = 0;
  /** Term `t` consists of `bytes` from `starts[t]` up to `starts[t + 1]`. */
  starts = new Uint32Array(FIRST_ROOM + 1);
  bytes = new Uint8Array(FIRST_ROOM * 8);
  frequencies = new Uint32Array(FIRST_ROOM);
  private hashes = new Uint32Array(FIRST_ROOM);
  /** Hash table with open addressing; entries are term numbers plus one. */
  private table = new Uint32Array(FIRST_ROOM * 2);

  /**
   * Returns the number of a term and increments its document frequency.
   *
   * @param hash see `hashOf`.
   */
  count(source: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const term = this.table[slot]! - 1;
      if (term < 0) return this.add(source, from, to, hash, slot);
      if (this.hashes[term] === hash && this.equals(term, source, from, to)) {
        this.frequencies[term]!++;
        return term;
      }
    }
  }

  /** Returns all terms in byte order. */
  *sorted(): Slices<Uint32Array> {
    // The first bytes as one number, which decides most comparisons.
    const keys = new Float64Array(this.size);
    for (let term = 0; term < this.size; term++) keys[term] = this.key(term);
    let from = Uint32Array.from({ length: this.size }, (_, term) => term);
    let to = new Uint32Array(this.size);
    for (let width = 1; width < this.size; width *= 2) {
      for (let start = 0; start < this.size; start += 2 * width) {
        this.mergeRuns(
          keys,
          from,
          to,
          start,
          Math.min(start + width, this.size),
          Math.min(start + 2 * width, this.size),
        );
        if ((start & 1023) === 0) yield;
      }
      [from, to] = [to, from];
    }
    return from;
  }

  private mergeRuns(
    keys: Float64Array,
    from: Uint32Array,
    to: Uint32Array,
    start: number,
    middle: number,
    end: number,
  ): void {
    let left = start;
    let right = middle;
    for (let at = start; at < end; at++) {
      const takeLeft = right === end || (left < middle && this.isBefore(keys, from[left]!, from[right]!));
      to[at] = takeLeft ? from[left++]! : from[right++]!;
    }
  }

  private isBefore(keys: Float64Array, a: number, b: number): boolean {
    if (keys[a] !== keys[b]) return keys[a]! < keys[b]!;
    const { starts, bytes } = this;
    let left = starts[a]! + KEY_BYTES;
    let right = starts[b]! + KEY_BYTES;
    for (; left < starts[a + 1]! && right < starts[b + 1]!; left++, right++) {
      if (bytes[left] !== bytes[right]) return bytes[left]! < bytes[right]!;
    }
    return starts[b + 1]! - right > starts[a + 1]! - left;
  }

  private key(term: number): number {
    const end = this.starts[term + 1]!;
    let key = 0;
    for (let at = this.starts[term]!, last = at + KEY_BYTES; at < last; at++)
      key = key * 256 + (at < end ? this.bytes[at]! : 0);
    return key;
  }

  private equals(term: number, source: Uint8Array, from: number, to: number): boolean {
    const start = this.starts[term]!;
    if (this.starts[term + 1]! - start !== to - from) return false;
    for (let at = from; at < to; at++) if (this.bytes[start + at - from] !== source[at]) return false;
    return true;
  }

  private add(source: Uint8Array, from: number, to: number, hash: number, slot: number): number {
    const term = this.size++;
    if (term === this.frequencies.length) {
      this.frequencies = withCapacity(this.frequencies, 2 * term);
      this.hashes = withCapacity(this.hashes, 2 * term);
      this.starts = withCapacity(this.starts, 2 * term + 1);
    }
    const start = this.starts[term]!;
    this.bytes = withCapacity(this.bytes, start + to - from);
    for (let at = from; at < to; at++) this.bytes[start + at - from] = source[at]!;
    this.starts[term + 1] = start + to - from;
    this.hashes[term] = hash;
    this.frequencies[term] = 1;
    this.table[slot] = term + 1;
    if (2 * this.size > this.table.length) this.enlargeTable();
    return term;
  }

  private enlargeTable(): void {
    this.table = new Uint32Array(this.table.length * 4);
    const mask = this.table.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = this.hashes[term]! & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = term + 1;
    }
  }
}
