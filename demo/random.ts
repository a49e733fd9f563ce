// Mulberry32: small, fast and the same on every machine, which is all that demo data needs.
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('Cannot pick from an empty list');
    return item;
  }

  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    return weightedAt(items, weightOf, this.next());
  }

  sample<T>(items: readonly T[], count: number): T[] {
    const pool = [...items];
    for (let index = 0; index < Math.min(count, pool.length); index += 1) {
      const other = this.integer(index, pool.length - 1);
      [pool[index], pool[other]] = [pool[other] as T, pool[index] as T];
    }
    return pool.slice(0, count);
  }

  shuffle<T>(items: readonly T[]): T[] {
    return this.sample(items, items.length);
  }
}

/** Returns the item at `fraction` (0 to 1) of a line on which each item takes up a length equal to its weight. */
export function weightedAt<T>(items: readonly T[], weightOf: (item: T) => number, fraction: number): T {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  let rest = fraction * total;
  let last: T | undefined;
  for (const item of items) {
    const weight = weightOf(item);
    if (weight > 0) last = item;
    rest -= weight;
    if (rest < 0) return item;
  }
  if (last === undefined) throw new Error('Cannot choose from an empty list');
  return last;
}

export function seedFrom(text: string, seed: number): number {
  let hash = seed >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
