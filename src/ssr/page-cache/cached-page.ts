import { createHash } from 'node:crypto';
import type { PageSearch } from '#contract/pages/page-request.js';
import { compress, decompress, type Effort, type Encoding } from './encodings.js';

/** The bytes of a page in one encoding, with the headers that go before them. */
export interface PageBytes {
  body: Buffer;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: readonly string[];
  sent: number;
  effort: Effort;
}

export interface CacheMetadata {
  /** Its name, see `PageResponse`. */
  page: string;
  /** Of the data it was made from; undefined: nobody knows. */
  version: string | undefined;
  /** Until when what it says of time is true, in milliseconds since 1970. */
  until: number;
  madeAt: number;
  headers: Readonly<Record<string, string>>;
  /** To be counted when the page is sent. */
  search?: PageSearch;
}

/** Objects, keys and header texts around the bytes of a page; more rather than less. */
const OVERHEAD_BYTES = 1500;
const HEADER_BYTES = 500;

/**
 * A page as it is sent. Its bytes are made once for each encoding that somebody asks for, and nothing else is kept: a page that only
 * browsers want is a quarter of its size.
 */
export class CachedPage {
  readonly etag: string;
  /** Called when its size has changed. */
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

  /** The headers of the answer that a visitor has it already, names and values in turn. */
  get validation(): readonly string[] {
    const { headers } = this.facts;
    return ['etag', this.etag, 'cache-control', headers['cache-control'] ?? '', 'vary', headers['vary'] ?? ''];
  }

  /** What it takes in memory. */
  get bytes(): number {
    let bytes = OVERHEAD_BYTES + (this.html?.length ?? 0);
    for (const { body } of this.response.values()) bytes += body.length + HEADER_BYTES;
    return bytes;
  }

  /** @returns undefined when they have to be made */
  ready(encoding: Encoding): PageBytes | undefined {
    return this.response.get(encoding);
  }

  /** The bytes in an encoding, made when they are not there; whoever asks meanwhile waits for the same. */
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

  /** Makes better bytes of an encoding for those that come later. */
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

/** Compressors give back the beginning of 16 kB, all of which would be kept with it. */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * Of the content and of what is said about it (a page under a new policy is another one), so it stays the same when data changes that
 * this page does not show. Weak, because the same page goes out in several encodings and, once it is sent often, in better bytes of
 * one; a strong one would have to change each time, and pages are not asked for in ranges, which is all it would be good for.
 */
function etagOf(html: Buffer, headers: CacheMetadata['headers']): string {
  const hash = createHash('sha256').update(html);
  for (const [name, value] of Object.entries(headers)) hash.update(`\n${name}: ${value}`);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/** So often sent, bytes that took longer to make are worth it: ten milliseconds for a tenth of the size. */
const OFTEN = 30;
const MAX_WAITING = 50;

/** Compresses pages that are sent often once more and better, one after the other. */
export class Recompressor {
  private readonly waiting = new Map<CachedPage, Encoding>();
  private working = false;

  /** Told of each time that bytes are sent. */
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
