/** Keeps values by key while there is room. An `LRUCache` is one as well. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
  clear(): void;
}

interface Block<Key> {
  bytes: Buffer;
  /** How much of it is in use. */
  end: number;
  keys: Key[];
}

const BLOCK_BYTES = 1 << 18;
const LENGTH_BYTES = 4;

/**
 * Keeps values as JSON outside of the heap, where a hundred thousand of them cost the garbage collector nothing and take half the
 * memory. When all blocks are full, one of them is used again, any but the last: of more than there is room for, asked for in turns as
 * by a crawler, the oldest would always be gone just before its turn.
 *
 * All blocks are one allocation: the operating system gives its pages as they are written to, and the rest of what the process allocates
 * does not lie between blocks that stay, where it would leave holes.
 *
 * @typeParam Value survives JSON
 */
export class PackedCache<Key, Value> implements Cache<Key, Value> {
  /** Where a value's length stands, in all blocks one after the other. */
  private readonly places = new Map<Key, number>();
  private readonly blocks: Block<Key>[] = [];
  /** How many have been written to. */
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

  /** What does not fit into a block is not kept. */
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
