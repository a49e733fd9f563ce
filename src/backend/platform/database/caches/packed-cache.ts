/** Keeps values by key while there is space. An `LRUCache` also implements this interface. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
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
