import { hash } from 'node:crypto';

/** Keeps values by key while there is space. An `LRUCache` also implements this interface. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
  clear(): void;
}

interface Block<Key> {
  bytes: Buffer;
  /** Number of bytes in use. */
  end: number;
  keys: Key[];
}

const BLOCK_BYTES = 1 << 18;
const LENGTH_BYTES = 4;

/**
 * Keeps values as JSON outside of the heap, where a hundred thousand of them do not burden the garbage collector and take half the memory.
 * When all blocks are full, a random block other than the current one is reused: with more keys than fit, requested in a fixed order as by
 * a crawler, evicting the oldest value would always evict it just before its next use.
 *
 * All blocks are one allocation: the operating system provides its pages as they are written to, and the process's other allocations do not
 * lie between long-lived blocks, which would fragment the heap.
 *
 * @typeParam Value type that survives JSON serialization
 */
export class PackedCache<Key, Value> implements Cache<Key, Value> {
  /** Offset of each value's length prefix, counted across all blocks. */
  private readonly places = new Map<Key, number>();
  private readonly blocks: Block<Key>[] = [];
  /** Number of blocks that have been written to. */
  private used = 0;
  private current = 0;

  constructor(
    maxBytes: number,
    private readonly random: () => number = Math.random,
  ) {
    const count = Math.max(1, Math.floor(maxBytes / BLOCK_BYTES));
    const room = Buffer.allocUnsafeSlow(count * BLOCK_BYTES);
    for (let start = 0; start < room.length; start += BLOCK_BYTES)
      this.blocks.push({ bytes: room.subarray(start, start + BLOCK_BYTES), end: 0, keys: [] });
  }

  get(key: Key): Value | undefined {
    const place = this.places.get(key);
    if (place === undefined) return undefined;
    const { bytes } = this.blocks[blockOf(place)]!;
    const start = (place % BLOCK_BYTES) + LENGTH_BYTES;
    return JSON.parse(bytes.toString('utf8', start, start + bytes.readUInt32LE(start - LENGTH_BYTES))) as Value;
  }

  has(key: Key): boolean {
    return this.places.has(key);
  }

  /** A value that does not fit into a block is not kept. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const json = JSON.stringify(value);
    const size = LENGTH_BYTES + Buffer.byteLength(json);
    if (size > BLOCK_BYTES) return;
    const block = this.blockWithRoom(size);
    const written = block.bytes.write(json, block.end + LENGTH_BYTES);
    block.bytes.writeUInt32LE(written, block.end);
    block.keys.push(key);
    this.places.set(key, this.current * BLOCK_BYTES + block.end);
    block.end += size;
  }

  delete(key: Key): void {
    this.places.delete(key);
  }

  clear(): void {
    this.places.clear();
    for (const block of this.blocks) empty(block);
    this.used = 0;
    this.current = 0;
  }

  private blockWithRoom(size: number): Block<Key> {
    if (this.used > 0 && this.blocks[this.current]!.end + size <= BLOCK_BYTES) return this.blocks[this.current]!;
    this.current = this.nextBlock();
    const next = this.blocks[this.current]!;
    for (const key of next.keys) if (blockOf(this.places.get(key) ?? -1) === this.current) this.places.delete(key);
    empty(next);
    return next;
  }

  private nextBlock(): number {
    const { length } = this.blocks;
    if (this.used < length) return this.used++;
    return (this.current + 1 + Math.floor(this.random() * (length - 1))) % length;
  }
}

function blockOf(place: number): number {
  return Math.floor(place / BLOCK_BYTES);
}

function empty(block: Block<unknown>): void {
  block.end = 0;
  block.keys = [];
}

/** How a result is stored in the cache. */
export interface Packing<Answer, Packed> {
  pack: (answer: Answer) => Packed;
  unpack: (packed: Packed) => Answer;
}

/** Query results kept in memory until any data that they may depend on has changed. */
export class ResultCache<Packed> {
  /** Incremented by every change: a result computed during a change may be outdated and is not kept. */
  private changes = 0;

  /** @param isCurrent whether change notifications arrive, so that cached results may be used; if undefined or false, nothing is cached */
  constructor(
    private readonly cache: Cache<string, Packed>,
    private readonly isCurrent: (() => boolean) | undefined,
  ) {}

  /** @param question everything that the result depends on, apart from the data; must survive JSON serialization */
  async get<Answer>(
    question: unknown,
    find: () => Promise<Answer>,
    { pack, unpack }: Packing<Answer, Packed>,
  ): Promise<Answer> {
    if (!this.isCurrent?.()) return find();
    const key = hash('sha256', JSON.stringify(question), 'base64');
    const known = this.cache.get(key);
    if (known !== undefined) return unpack(known);
    const before = this.changes;
    const answer = await find();
    if (this.changes === before) this.cache.set(key, pack(answer));
    return answer;
  }

  invalidate(): void {
    this.changes++;
    this.cache.clear();
  }
}

interface RowCacheOptions<Value> {
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
      const store = this.reading();
      for (const [id, value] of await this.read(missing)) {
        found.set(id, value);
        store(id, () => value);
      }
    }
    return ids.map((id) => found.get(id)).filter((value) => value !== undefined);
  }

  /**
   * Must be called before rows are read by other means, such as together with other data.
   *
   * @returns a function that caches a row that was read, unless it is cached already, or something has changed since
   */
  reading(): (id: number, value: () => Value) => void {
    const before = this.changes;
    const cache = this.isCurrent?.() ? this.cache : undefined;
    return (id, value) => {
      if (cache && this.changes === before && !cache.has(id)) cache.set(id, value());
    };
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

/** @param names all fields of the row; nulls at the end are not stored, so fields that are often null should come last */
export function rowPacker<Row extends object>(names: Record<keyof Row, true>): RowPacker<Row> {
  const fields = Object.keys(names) as (keyof Row)[];
  return {
    pack: (row) => {
      const values = fields.map((field) => row[field]);
      return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
    },
    unpack: (values) => {
      const row: Partial<Row> = {};
      for (let at = 0; at < fields.length; at++)
        row[fields[at]!] = (at < values.length ? values[at] : null) as Row[keyof Row];
      return row as Row;
    },
  };
}
