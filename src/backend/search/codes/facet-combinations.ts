import type { Kysely } from 'kysely';
import type { JobFacetName, JobIndexFacet } from '#contract/search/job-search.js';
import type { Database } from '../../platform/database/schema.js';
import type { FacetValue } from '../port/search.port.js';
import { run } from '../../platform/database/statement.js';

/** The facets with few values from a vocabulary; organizations are counted separately. */
export const COMBO_FACETS = [
  'remote',
  'employment_type',
  'industry',
  'occupation',
  'experience',
] as const satisfies JobFacetName[];

export type CombinationFacet = (typeof COMBO_FACETS)[number];

/** All facet values of a job and, for a remote job, the countries in which its employees may live. */
export interface Combo {
  /** Term ids in ascending order, by facet in the order of COMBO_FACETS. */
  values: readonly (readonly number[])[];
  eligibleCountries: readonly string[];
}

export function combinationKey(combo: Combo): string {
  return [...combo.values.map((tids) => tids.join()), combo.eligibleCountries.join()].join('|');
}

export function parseCombinationKey(key: string): Combo {
  const parts = key.split('|').map((part) => (part === '' ? [] : part.split(',')));
  return {
    values: COMBO_FACETS.map((_, index) => (parts[index] ?? []).map(Number)),
    eligibleCountries: parts.at(-1) ?? [],
  };
}

export function isCombinationFacet(facet: JobIndexFacet): facet is CombinationFacet {
  return (COMBO_FACETS as readonly JobIndexFacet[]).includes(facet);
}

const NO_COMBOS: readonly number[] = [];

/**
 * An in-memory copy of search_combo. Rows are only ever added, so cached rows stay valid; an unknown id means that new rows must be read.
 * Each facet value has a number (a slot), so that counts can be kept in an array.
 */
export class FacetCombinationDictionary {
  /** The slots of combo `id` are in `slots` from `starts[id]` up to, but not including, `starts[id + 1]`. */
  starts = new Uint32Array(1024);
  slots = new Uint16Array(8192);
  /** The largest known id plus one. */
  length = 1;
  readonly facetOfSlot: number[] = [];
  readonly valueOfSlot: number[] = [];
  private readonly slotOf = new Map<string, number>();
  private readonly combosOf: number[][] = [];
  /** Distinct lists of eligible countries; the first entry represents combos without one. */
  private readonly countryLists: (readonly string[] | undefined)[] = [undefined];
  private readonly numberOfList = new Map<string, number>();
  /** Index in `countryLists` by combo. */
  private listOfCombination = new Uint32Array(1024);
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  /** Reads rows that have been added. */
  async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /** @param value null for "has none" @returns undefined if no combo has the value */
  slotOfValue(facet: CombinationFacet, value: FacetValue): number | undefined {
    return this.slotOf.get(slotKey(COMBO_FACETS.indexOf(facet), value ?? 0));
  }

  /** Returns the combos that have the value. @param value null for "has none" */
  combosWith(facet: CombinationFacet, value: FacetValue): readonly number[] {
    const slot = this.slotOfValue(facet, value);
    return slot === undefined ? NO_COMBOS : this.combosOf[slot]!;
  }

  /** Returns a test for whether a combo is open to residents of the country: true unless it lists countries without this one. */
  eligibility(country: string): (combo: number) => boolean {
    const { listOfCombination } = this;
    const named = Uint8Array.from(this.countryLists, (list) => (list === undefined || list.includes(country) ? 1 : 0));
    return (combo) => named[listOfCombination[combo]!] === 1;
  }

  private async load(): Promise<void> {
    const rows = await run<{ id: number; key: string }>(
      this.database,
      'select id, key from search_combo where id >= $1 order by id',
      [this.length],
    );
    for (const { id, key } of rows) this.add(id, key);
  }

  private add(id: number, key: string): void {
    const { values, eligibleCountries } = parseCombinationKey(key);
    let end = this.starts[this.length]!;
    this.starts = grown(this.starts, id + 2);
    // Ids that were assigned in rolled-back transactions have no slots.
    this.starts.fill(end, this.length, id + 1);
    values.forEach((tids, facet) => {
      for (const tid of tids.length === 0 ? [0] : tids) {
        const slot = this.provideSlot(facet, tid);
        this.slots = grown(this.slots, end + 1);
        this.slots[end++] = slot;
        this.combosOf[slot]!.push(id);
      }
    });
    this.length = id + 1;
    this.starts[this.length] = end;
    this.listOfCombination = grown(this.listOfCombination, id + 1);
    if (eligibleCountries.length > 0) this.listOfCombination[id] = this.provideList(eligibleCountries);
  }

  private provideList(countries: readonly string[]): number {
    const key = countries.join();
    const known = this.numberOfList.get(key);
    if (known !== undefined) return known;
    this.numberOfList.set(key, this.countryLists.length);
    return this.countryLists.push(countries) - 1;
  }

  private provideSlot(facet: number, value: number): number {
    const key = slotKey(facet, value);
    const known = this.slotOf.get(key);
    if (known !== undefined) return known;
    const slot = this.facetOfSlot.length;
    this.slotOf.set(key, slot);
    this.facetOfSlot.push(facet);
    this.valueOfSlot.push(value);
    this.combosOf.push([]);
    return slot;
  }
}

function slotKey(facet: number, value: number): string {
  return `${facet}:${value}`;
}

function grown<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, length: number): Numbers {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (size: number) => Numbers)(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
