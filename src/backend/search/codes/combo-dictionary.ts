import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { FacetValue } from '../search.port.js';
import { COMBO_FACETS, parseComboKey, type ComboFacet } from './combo.js';
import { run } from '../postgres/statement.js';

const NO_COMBOS: readonly number[] = [];

/**
 * search_combo in memory. Rows are only ever added, so what is known stays true; an unknown id means that it is time to read on.
 * A facet value has a number of its own here (a slot), so that counting is adding to an array.
 */
export class ComboDictionary {
  /** Slots of combo `id`: `slots[starts[id]]` up to, without, `slots[starts[id + 1]]`. */
  starts = new Uint32Array(1024);
  slots = new Uint16Array(8192);
  /** One more than the largest known id. */
  length = 1;
  readonly facetOfSlot: number[] = [];
  readonly valueOfSlot: number[] = [];
  private readonly slotOf = new Map<string, number>();
  private readonly combosOf: number[][] = [];
  private readonly withCountries = new Map<number, readonly string[]>();
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  /** Reads what has been added. */
  async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /** Combos that have the value; null: that have none. */
  combosWith(facet: ComboFacet, value: FacetValue): readonly number[] {
    const slot = this.slotOf.get(slotKey(COMBO_FACETS.indexOf(facet), value ?? 0));
    return slot === undefined ? NO_COMBOS : this.combosOf[slot]!;
  }

  /** Whether people of the country may take a job with this combo: yes, unless countries are named and this is not among them. */
  isEligible(combo: number, country: string): boolean {
    return this.withCountries.get(combo)?.includes(country) ?? true;
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
    const { values, eligibleCountries } = parseComboKey(key);
    let end = this.starts[this.length]!;
    this.starts = grown(this.starts, id + 2);
    // Ids that a rolled-back transaction took stay empty.
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
    if (eligibleCountries.length > 0) this.withCountries.set(id, eligibleCountries);
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
