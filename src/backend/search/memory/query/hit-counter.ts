import type { ComboDictionary } from '../../codes/combo-dictionary.js';
import { COMPANY_FAILS, EXCLUDED } from '../../facets/facet-mask.js';
import { OrganizationCounts } from '../../facets/organization-counts.js';
import { lowestBit } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

/** What makes a match a hit. */
export interface Narrowing {
  /** By combo, see FacetMask; undefined: whatever the combo. */
  fails: Uint8Array | undefined;
  /** Whether an organization is one of the selected; undefined: whichever it is. */
  isChosen: ((organization: number) => boolean) | undefined;
}

/**
 * Counts the hits and, for each facet, what its own selection alone leaves out: one pass over the matches, which counts by combo; what
 * that means for facet values is found out at the end.
 */
export class HitCounter {
  total = 0;
  readonly organizations = new OrganizationCounts();
  /** By slot of the dictionary. */
  counts = new Uint32Array(0);
  private byCombo = new Uint32Array(1024);
  private seen = new Uint32Array(1024);
  private size = 0;

  constructor(private readonly dictionary: ComboDictionary) {}

  /** Before a search. */
  clear(): void {
    const { dictionary } = this;
    this.total = 0;
    this.organizations.clear();
    if (this.byCombo.length < dictionary.length) {
      this.byCombo = new Uint32Array(2 * dictionary.length);
      this.seen = new Uint32Array(2 * dictionary.length);
    }
    if (this.counts.length < dictionary.facetOfSlot.length)
      this.counts = new Uint32Array(dictionary.facetOfSlot.length);
    else this.counts.fill(0);
  }

  /** @param bits matches; hits take their place. */
  count(segment: Segment, bits: Uint32Array, { fails, isChosen }: Narrowing): void {
    if (!fails && !isChosen) this.countAll(segment, bits);
    else this.countNarrowed(segment, bits, fails ?? new Uint8Array(this.dictionary.length), isChosen);
  }

  /** Makes counts of facet values of what has been counted. */
  finish({ fails }: Narrowing): void {
    const { dictionary, seen, size } = this;
    // Of many, one after the other is quicker than in the order in which they were seen.
    if (2 * size > dictionary.length) for (let combo = 1; combo < dictionary.length; combo++) this.addUp(combo, fails);
    else for (let index = 0; index < size; index++) this.addUp(seen[index]!, fails);
    this.size = 0;
  }

  private addUp(combo: number, fails: Uint8Array | undefined): void {
    const { byCombo, counts } = this;
    const count = byCombo[combo]!;
    if (count === 0) return;
    byCombo[combo] = 0;
    const { starts, slots, facetOfSlot } = this.dictionary;
    const failed = fails ? fails[combo]! : 0;
    for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
      const slot = slots[at]!;
      if (failed === 0 || 1 << facetOfSlot[slot]! === failed) counts[slot]! += count;
    }
  }

  private countAll({ arrays, words }: Segment, bits: Uint32Array): void {
    const { combos, organizations } = arrays;
    const { byCombo, seen } = this;
    let { size, total } = this;
    for (let word = 0; word < words; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        const document = (word << 5) + lowestBit(rest);
        const combo = combos[document]!;
        if (byCombo[combo]!++ === 0) seen[size++] = combo;
        this.organizations.add(organizations[document]!);
        total++;
      }
    }
    this.size = size;
    this.total = total;
  }

  private countNarrowed(
    { arrays, words }: Segment,
    bits: Uint32Array,
    fails: Uint8Array,
    isChosen: ((organization: number) => boolean) | undefined,
  ): void {
    const { combos, organizations } = arrays;
    const { byCombo, seen } = this;
    let { size, total } = this;
    for (let word = 0; word < words; word++) {
      let hits = 0;
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        const bit = lowestBit(rest);
        const document = (word << 5) + bit;
        const combo = combos[document]!;
        let failed = fails[combo]!;
        if ((failed & (failed - 1)) !== 0 || failed === EXCLUDED) continue;
        if (isChosen && !isChosen(organizations[document]!)) failed |= COMPANY_FAILS;
        if (failed === 0) {
          hits |= 1 << bit;
          total++;
        }
        if (failed === 0 || failed === COMPANY_FAILS) this.organizations.add(organizations[document]!);
        if (failed < COMPANY_FAILS && byCombo[combo]!++ === 0) seen[size++] = combo;
      }
      bits[word] = hits;
    }
    this.size = size;
    this.total = total;
  }
}
