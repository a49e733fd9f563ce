import { LRUCache } from 'lru-cache';

export interface KeptRowsOptions<Value> {
  /** Reads what is there of these ids. */
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;
  /** In bytes, roughly. */
  sizeOf: (value: Value) => number;
  /** 0: nothing is kept. */
  maxBytes: number;
}

/** What was read from the database by id, kept in memory until it is told to have changed. Ids without a row are asked for again. */
export class KeptRows<Value extends object> {
  private readonly rows: LRUCache<number, Value> | undefined;
  private readonly read: KeptRowsOptions<Value>['read'];
  /** Whether something changed while a read was under way: it may have seen the old. */
  private changes = 0;

  constructor({ read, sizeOf, maxBytes }: KeptRowsOptions<Value>) {
    this.read = read;
    this.rows = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf }) : undefined;
  }

  /** @returns in the order of the ids, without those that are not there. */
  async load(ids: readonly number[]): Promise<Value[]> {
    const found = new Map<number, Value>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.rows?.get(id);
      if (known) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const before = this.changes;
      for (const [id, value] of await this.read(missing)) {
        found.set(id, value);
        if (this.changes === before) this.rows?.set(id, value);
      }
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** @param ids none: all. */
  forget(ids?: readonly number[]): void {
    this.changes++;
    if (!ids) this.rows?.clear();
    else for (const id of ids) this.rows?.delete(id);
  }
}
