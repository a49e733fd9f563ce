import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PageSearch } from '#contract/pages/page-request.js';
import { compress, decompress, type Effort, type Encoding } from './encodings.js';

/** A page's bytes in one encoding, with the response headers. */
export interface PageBytes {
  body: Buffer;
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: readonly string[];
  sent: number;
  effort: Effort;
}

interface CacheMetadata {
  /** Name of the page, see `PageResponse`. */
  page: string;
  /** Version of the data from which the page was rendered; undefined if unknown. */
  version: string | undefined;
  /** Time until which relative dates in the page are valid, in milliseconds since 1970. */
  until: number;
  madeAt: number;
  headers: Readonly<Record<string, string>>;
  /** The search to count when the page is sent. */
  search?: PageSearch;
}

/** Estimated memory for objects, keys and headers besides the bytes of a page; rather too high. */
const OVERHEAD_BYTES = 1500;
const HEADER_BYTES = 500;

/**
 * A cached page. It is encoded on first request for each encoding, and only the encoded bytes are kept: a page that only browsers request
 * takes a quarter of its uncompressed size.
 */
export class CachedPage {
  readonly etag: string;
  /** Called when the size has changed. */
  resized?: () => void;
  private html: Buffer | undefined;
  private readonly response = new Map<Encoding, PageBytes>();
  private readonly making = new Map<Encoding, Promise<PageBytes>>();

  constructor(
    html: Buffer,
    readonly facts: CacheMetadata,
  ) {
    this.html = html;
    this.etag = etagOf(html, facts.headers);
  }

  /** Headers of a 304 response, alternating names and values. */
  get validation(): readonly string[] {
    const { headers } = this.facts;
    return ['etag', this.etag, 'cache-control', headers['cache-control'] ?? '', 'vary', headers['vary'] ?? ''];
  }

  /** Memory usage in bytes. */
  get bytes(): number {
    let bytes = OVERHEAD_BYTES + (this.html?.length ?? 0);
    for (const { body } of this.response.values()) bytes += body.length + HEADER_BYTES;
    return bytes;
  }

  /** @returns undefined if the page has to be encoded first */
  ready(encoding: Encoding): PageBytes | undefined {
    return this.response.get(encoding);
  }

  /** Returns the bytes in an encoding, which are created on first use; concurrent requests share the work. */
  in(encoding: Encoding): PageBytes | Promise<PageBytes> {
    const response = this.response.get(encoding);
    if (response) return response;
    let making = this.making.get(encoding);
    if (!making) {
      making = this.make(encoding, 'quick').finally(() => this.making.delete(encoding));
      this.making.set(encoding, making);
    }
    return making;
  }

  /** Replaces the bytes of an encoding with better compressed ones, for later requests. */
  async improve(encoding: Encoding): Promise<void> {
    await this.make(encoding, 'best');
  }

  private async make(encoding: Encoding, effort: Effort): Promise<PageBytes> {
    const body = alone(await compress(await this.unpacked(), encoding, effort));
    const headers = this.headersOf(encoding, body.length);
    const bytes = { body, headers, sent: this.response.get(encoding)?.sent ?? 0, effort };
    this.response.set(encoding, bytes);
    this.html = undefined;
    this.resized?.();
    return bytes;
  }

  private headersOf(encoding: Encoding, length: number): readonly string[] {
    const own = encoding === 'identity' ? [] : ['content-encoding', encoding];
    return [...Object.entries(this.facts.headers).flat(), 'etag', this.etag, ...own, 'content-length', String(length)];
  }

  private unpacked(): Buffer | Promise<Buffer> {
    if (this.html) return this.html;
    const identity = this.response.get('identity');
    if (identity) return identity.body;
    const [[encoding, { body }]] = this.response as unknown as [[Encoding, PageBytes]];
    return decompress(body, encoding);
  }
}

/** Copies compressed bytes: compressors return a slice of a 16 kB buffer, all of which would stay in memory. */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * Computed from the content and its relevant headers (a page with a new policy is a different one), so it stays the same if data changes
 * that this page does not show. Weak, because the same page is sent in several encodings, and after many requests in better compressed
 * bytes. A strong ETag would have to change each time; its only benefit would be range requests, which pages do not need.
 */
function etagOf(html: Buffer, headers: CacheMetadata['headers']): string {
  const hash = createHash('sha256').update(html);
  for (const [name, value] of Object.entries(headers)) hash.update(`\n${name}: ${value}`);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Number of responses after which slower compression pays off: ten milliseconds for a tenth of the size. */
const OFTEN = 30;
const MAX_WAITING = 50;

/** Recompresses frequently sent pages at a higher level, one at a time. */
export class Recompressor {
  private readonly waiting = new Map<CachedPage, Encoding>();
  private working = false;

  /** Called for each response. */
  sent(page: CachedPage, encoding: Encoding, bytes: PageBytes): void {
    bytes.sent += 1;
    if (bytes.sent < OFTEN || bytes.effort === 'best' || encoding === 'identity') return;
    if (this.waiting.size >= MAX_WAITING || this.waiting.has(page)) return;
    this.waiting.set(page, encoding);
    if (!this.working) void this.work();
  }

  private async work(): Promise<void> {
    this.working = true;
    for (const [page, encoding] of this.waiting) {
      // A page that cannot be compressed better stays as it is.
      await page.improve(encoding).catch(() => undefined);
      this.waiting.delete(page);
    }
    this.working = false;
  }
}

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
