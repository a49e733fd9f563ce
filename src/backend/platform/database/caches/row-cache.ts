import type { Cache } from './packed-cache.js';

export interface RowCacheOptions<Value> {
  /** Reads what is there of these ids. */
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;
  cache: Cache<number, Value>;
  /** Whether changes are heard of, so that what is kept may be used. Without it nothing is kept. */
  isCurrent: (() => boolean) | undefined;
}

/** What was read from the database by id, kept in memory until it is told to have changed. Ids without a row are asked for again. */
export class RowCache<Value extends object> {
  private readonly cache: Cache<number, Value>;
  private readonly read: RowCacheOptions<Value>['read'];
  private readonly isCurrent: RowCacheOptions<Value>['isCurrent'];
  /** Whether something changed while a read was under way: it may have seen the old. */
  private changes = 0;

  constructor({ read, cache, isCurrent }: RowCacheOptions<Value>) {
    this.read = read;
    this.cache = cache;
    this.isCurrent = isCurrent;
  }

  /** @returns in the order of the ids, without those that are not there. */
  async load(ids: readonly number[]): Promise<Value[]> {
    const found = new Map<number, Value>();
    const missing: number[] = [];
    const cached = this.isCurrent?.() ? this.cache : undefined;
    for (const id of ids) {
      const known = cached?.get(id);
      if (known) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const before = this.changes;
      for (const [id, value] of await this.read(missing)) {
        found.set(id, value);
        if (this.changes === before) cached?.set(id, value);
      }
    }
    return ids.map((id) => found.get(id)).filter((value) => value !== undefined);
  }

  /** @param ids none: all. */
  invalidate(ids?: readonly number[]): void {
    this.changes++;
    if (!ids) this.cache.clear();
    else for (const id of ids) this.cache.delete(id);
  }
}

/** Rows without the names of their fields: these would be a third of what is kept of a small row. */
interface RowPacker<Row> {
  /** @returns the values in one order for all rows */
  pack: (row: Row) => PackedRow;
  unpack: (values: PackedRow) => Row;
}

export type PackedRow = readonly unknown[];

/** @param names every field of the row */
export function rowPacker<Row extends object>(names: Record<keyof Row, true>): RowPacker<Row> {
  const fields = Object.keys(names) as (keyof Row)[];
  return {
    pack: (row) => fields.map((field) => row[field]),
    unpack: (values) => {
      const row: Partial<Row> = {};
      for (let at = 0; at < fields.length; at++) row[fields[at]!] = values[at] as Row[keyof Row];
      return row as Row;
    },
  };
}
