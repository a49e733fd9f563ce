import { withCapacity } from './segment/array-capacity.js';
import type { SegmentArrays } from './segment/segment.js';

// Ids up to here index an array (of 4 MB at most); ids beyond are looked up.
const MAX_ARRAY_ID = 1 << 20;

/** How many documents have an id. */
class CountsById {
  counts = new Uint32Array(64);
  readonly beyond = new Map<number, number>();

  add(id: number, by: number): void {
    if (id >= MAX_ARRAY_ID) {
      this.beyond.set(id, (this.beyond.get(id) ?? 0) + by);
      return;
    }
    if (id >= this.counts.length) this.counts = withCapacity(this.counts, id + 1);
    this.counts[id]! += by;
  }

  forEach(take: (id: number, count: number) => void): void {
    for (let id = 0; id < this.counts.length; id++) if (this.counts[id] !== 0) take(id, this.counts[id]!);
    for (const [id, count] of this.beyond) if (count !== 0) take(id, count);
  }
}

/** What an empty search of a scope counts. */
export class ScopeTally {
  total = 0;
  readonly combos = new CountsById();
  readonly organizations = new CountsById();
}

/** Counts that are kept, so that a search without conditions has nothing to count. */
export class ScopeTallies {
  private readonly byScope = new Map<number, ScopeTally>();

  get bytes(): number {
    let sum = 0;
    for (const { combos, organizations } of this.byScope.values())
      sum += combos.counts.byteLength + organizations.counts.byteLength;
    return sum;
  }

  of(scope: number): ScopeTally | undefined {
    return this.byScope.get(scope);
  }

  /** @param by 1 for a document that comes, -1 for one that goes. */
  count({ scopes, combos, organizations }: SegmentArrays, document: number, by: 1 | -1): void {
    const scope = scopes[document]!;
    let tally = this.byScope.get(scope);
    if (!tally) this.byScope.set(scope, (tally = new ScopeTally()));
    tally.total += by;
    tally.combos.add(combos[document]!, by);
    tally.organizations.add(organizations[document]!, by);
  }
}
