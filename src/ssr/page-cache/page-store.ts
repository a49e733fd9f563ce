import { LRUCache } from 'lru-cache';
import type { CachedPage } from './cached-page.js';

/** Fraction of the store: when both parts are full, pages that were requested only once get no more than this. */
const ONCE_SHARE = 0.2;

/**
 * The pages of this process, limited by their total size. Pages that are requested again stay longest: a crawler that requests ten thousand
 * URLs evicts pages that were requested once, but not popular ones.
 */
export class PageStore {
  private readonly once: LRUCache<string, CachedPage>;
  private readonly again: LRUCache<string, CachedPage>;

  constructor(private readonly maxBytes: number) {
    const options = { maxSize: Math.max(1, maxBytes), sizeCalculation: sizeOf };
    this.once = new LRUCache(options);
    this.again = new LRUCache(options);
  }

  get bytes(): number {
    return this.once.calculatedSize + this.again.calculatedSize;
  }

  get size(): number {
    return this.once.size + this.again.size;
  }

  get(key: string): CachedPage | undefined {
    const known = this.again.get(key);
    if (known) return known;
    const second = this.once.peek(key);
    if (!second) return undefined;
    this.once.delete(key);
    this.again.set(key, second);
    return second;
  }

  /** Reads a page without counting it as a visitor's request. */
  peek(key: string): CachedPage | undefined {
    return this.again.peek(key) ?? this.once.peek(key);
  }

  set(key: string, page: CachedPage): void {
    page.resized = () => {
      if (this.peek(key) === page) this.put(key, page);
    };
    this.put(key, page);
  }

  private put(key: string, page: CachedPage): void {
    const part = this.again.has(key) ? this.again : this.once;
    // `set` on an existing key would keep the old size.
    part.delete(key);
    part.set(key, page);
    while (this.bytes > this.maxBytes) {
      const full = this.once.calculatedSize > this.maxBytes * ONCE_SHARE || this.again.size === 0;
      (full ? this.once : this.again).pop();
    }
  }
}

function sizeOf(page: CachedPage, key: string): number {
  return page.bytes + 2 * key.length;
}
