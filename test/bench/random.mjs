// The same numbers in every run: measurements are only comparable if they send the same requests.

/** mulberry32. */
export class SeededRandom {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From `least` to `most`, both inclusive. */
  integer(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick(items) {
    return items[Math.floor(this.next() * items.length)];
  }

  /** @param entries [item, weight] */
  weighted(entries) {
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of entries) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return entries.at(-1)[0];
  }

  /** Returns a new list with the same items in another order. */
  shuffled(items) {
    const list = [...items];
    for (let at = list.length - 1; at > 0; at--) {
      const other = this.integer(0, at);
      [list[at], list[other]] = [list[other], list[at]];
    }
    return list;
  }
}
