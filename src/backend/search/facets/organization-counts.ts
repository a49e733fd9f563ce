import type { FacetCount } from '../search.port.js';

// Ids up to here index an array (of 4 MB at most); ids beyond are looked up.
const LARGEST_INDEX = 1 << 20;

/** Counts by organization, of which there may be thousands though only the largest are asked for. */
export class OrganizationCounts {
  private counts = new Uint32Array(4096);
  private readonly seen: number[] = [];
  private readonly beyond = new Map<number, number>();

  add(id: number): void {
    if (id >= this.counts.length) {
      if (id >= LARGEST_INDEX) {
        this.beyond.set(id, (this.beyond.get(id) ?? 0) + 1);
        return;
      }
      const larger = new Uint32Array(Math.min(Math.max(id + 1, this.counts.length * 4), LARGEST_INDEX));
      larger.set(this.counts);
      this.counts = larger;
    }
    if (this.counts[id]!++ === 0) this.seen.push(id);
  }

  /** At least the `limit` largest, and those as large as the last of them. */
  largest(limit: number): FacetCount[] {
    const all = (id: number): number => this.counts[id]!;
    const least = this.leastOfLargest(limit);
    const values: FacetCount[] = [];
    for (const id of this.seen) if (all(id) >= least) values.push({ value: id, count: all(id) });
    for (const [value, count] of this.beyond) if (count >= least) values.push({ value, count });
    return values;
  }

  /** By counting how many have which count: sorting them all would take longer than counting did. */
  private leastOfLargest(limit: number): number {
    const having = new Map<number, number>();
    const note = (count: number): void => void having.set(count, (having.get(count) ?? 0) + 1);
    for (const id of this.seen) note(this.counts[id]!);
    for (const count of this.beyond.values()) note(count);
    let rest = limit;
    let least = 0;
    for (const [count, organizations] of [...having].sort(([a], [b]) => b - a)) {
      least = count;
      rest -= organizations;
      if (rest <= 0) return least;
    }
    return least;
  }
}
