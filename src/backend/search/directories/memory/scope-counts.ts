import { withCapacity } from '../../engines/memory/segment/array-capacity.js';

/** What a search without conditions counts in a scope. */
interface ScopeCount {
  total: number;
  /** By slot. */
  slots: Uint32Array;
}

/** Counts that are kept, so that a search without conditions has nothing to count. */
export class ScopeCounts {
  private readonly byScope = new Map<number, ScopeCount>();

  get bytes(): number {
    let sum = 0;
    for (const { slots } of this.byScope.values()) sum += slots.byteLength;
    return sum;
  }

  /** @param slots of a document that comes (1) or goes (-1) */
  add(scope: number, slots: Uint32Array, by: 1 | -1): void {
    let count = this.byScope.get(scope);
    if (!count) this.byScope.set(scope, (count = { total: 0, slots: new Uint32Array(64) }));
    count.total += by;
    for (const slot of slots) {
      if (slot >= count.slots.length) count.slots = withCapacity(count.slots, slot + 1);
      count.slots[slot]! += by;
    }
  }

  total(scopes: readonly number[]): number {
    return scopes.reduce((sum, scope) => sum + (this.byScope.get(scope)?.total ?? 0), 0);
  }

  of(scopes: readonly number[], slot: number): number {
    return scopes.reduce((sum, scope) => sum + (this.byScope.get(scope)?.slots[slot] ?? 0), 0);
  }
}
