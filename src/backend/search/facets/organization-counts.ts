import type { FacetCount } from '../search.port.js';

// Ids up to here index an array (of 4 MB at most); ids beyond are looked up.
const LARGEST_INDEX = 1 << 20;
const SHORT_LIST = 64;

/** Counts by organization, of which there may be thousands though only the largest are asked for. */
export class OrganizationCounts {
  private counts = new Uint32Array(4096);
  private seen = new Uint32Array(4096);
  private size = 0;
  private readonly beyond = new Map<number, number>();

  add(id: number): void {
    if (id < this.counts.length) {
      if (this.counts[id]!++ === 0) this.see(id);
    } else this.addFar(id, 1);
  }

  /** For counts that are known already: each id once. */
  set(id: number, count: number): void {
    if (id >= this.counts.length) this.addFar(id, count);
    else {
      this.counts[id] = count;
      this.see(id);
    }
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) this.counts[this.seen[at]!] = 0;
    this.size = 0;
    this.beyond.clear();
  }

  /** Most frequent first, then by id. */
  largest(limit: number): FacetCount[] {
    // Those that may be among them, of which there are a few times as many: sorting all would take longer than counting did.
    let list: FacetCount[] = [];
    let least = 1;
    const consider = (value: number, count: number): void => {
      if (count < least) return;
      list.push({ value, count });
      if (list.length < 4 * limit + SHORT_LIST) return;
      list = shortened(list, limit);
      least = list.at(-1)?.count ?? Infinity;
    };
    for (let at = 0; at < this.size; at++) {
      const id = this.seen[at]!;
      if (this.counts[id]! >= least) consider(id, this.counts[id]!);
    }
    for (const [id, count] of this.beyond) consider(id, count);
    return shortened(list, limit);
  }

  private addFar(id: number, count: number): void {
    if (id >= LARGEST_INDEX) {
      this.beyond.set(id, (this.beyond.get(id) ?? 0) + count);
      return;
    }
    const larger = new Uint32Array(Math.min(Math.max(id + 1, this.counts.length * 4), LARGEST_INDEX));
    larger.set(this.counts);
    this.counts = larger;
    this.counts[id] = count;
    this.see(id);
  }

  private see(id: number): void {
    if (this.size === this.seen.length) {
      const larger = new Uint32Array(this.seen.length * 4);
      larger.set(this.seen);
      this.seen = larger;
    }
    this.seen[this.size++] = id;
  }
}

function shortened(list: FacetCount[], limit: number): FacetCount[] {
  return list.sort((a, b) => b.count - a.count || (a.value ?? 0) - (b.value ?? 0)).slice(0, limit);
}
