import type { Cache } from './packed-cache.js';

export interface RowCacheOptions<Value> {
  /** Reads the existing rows among these ids. */
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;
  cache: Cache<number, Value>;
  /** Whether change notifications arrive, so that cached rows may be used; if undefined or false, nothing is cached. */
  isCurrent: (() => boolean) | undefined;
}

/** Rows read from the database by id, kept in memory until they are invalidated. Ids without a row are read again each time. */
export class RowCache<Value extends object> {
  private readonly cache: Cache<number, Value>;
  private readonly read: RowCacheOptions<Value>['read'];
  private readonly isCurrent: RowCacheOptions<Value>['isCurrent'];
  /** Incremented by every change: a read during a change may have returned old rows, which are not kept. */
  private changes = 0;

  constructor({ read, cache, isCurrent }: RowCacheOptions<Value>) {
    this.read = read;
    this.cache = cache;
    this.isCurrent = isCurrent;
  }

  /** @returns the rows in the order of the ids, without the ids that do not exist */
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

  /** @param ids omit for all rows */
  invalidate(ids?: readonly number[]): void {
    this.changes++;
    if (!ids) this.cache.clear();
    else for (const id of ids) this.cache.delete(id);
  }
}

/** Stores rows without field names, which would make up a third of the size of a small row. */
interface RowPacker<Row> {
  /** @returns the values in the same order for all rows */
  pack: (row: Row) => PackedRow;
  unpack: (values: PackedRow) => Row;
}

export type PackedRow = readonly unknown[];

/** @param names all fields of the row */
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
