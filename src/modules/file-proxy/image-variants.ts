import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { MAX_PICTURE_PIXELS, type ImageWidth } from '#contract/applications/uploads.js';
import { BackendFiles } from './backend-files.js';

interface ResizedImage {
  contentType: string;
  bytes: Buffer;
}

/** Result of resizing. `unreadable`: an unsupported format, or damaged. `too-large`: more pixels than the limit for decoding. */
type ResizeOutcome = { ok: true; image: ResizedImage } | { ok: false; reason: 'unreadable' | 'too-large' };

const TIMEOUT_SECONDS = 10;
/** All other formats of libvips stay disabled, including SVG, PDF and TIFF. */
const READERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadHeifBuffer',
];

/**
 * Scales a raster image down to `width`, applies its orientation and removes its metadata. Of an animation only the first frame is used.
 * Never enlarges. Runs as native code in the thread pool.
 */
export async function resizeImage(bytes: Uint8Array, width: ImageWidth, format: ImageFormat): Promise<ResizeOutcome> {
  const open = await loadSharp();
  try {
    // Reads only the header: nothing is decoded before the dimensions are known.
    const source = await open(bytes, { limitInputPixels: false }).metadata();
    if (source.width * (source.pageHeight ?? source.height) > MAX_PICTURE_PIXELS)
      return { ok: false, reason: 'too-large' };
    const sized = open(bytes, { failOn: 'error', limitInputPixels: MAX_PICTURE_PIXELS, pages: 1 })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS });
    return { ok: true, image: await encode(sized, format, source.hasAlpha) };
  } catch {
    // libvips reports damaged files as errors; whatever the error is, this file cannot be resized.
    return { ok: false, reason: 'unreadable' };
  }
}

async function encode(image: Sharp, format: ImageFormat, transparent: boolean | undefined): Promise<ResizedImage> {
  if (format === 'avif')
    return { contentType: 'image/avif', bytes: await image.avif({ quality: 55, effort: 2 }).toBuffer() };
  if (format === 'webp') return { contentType: 'image/webp', bytes: await image.webp({ quality: 82 }).toBuffer() };
  if (transparent) return { contentType: 'image/png', bytes: await image.png({ compressionLevel: 9 }).toBuffer() };
  return { contentType: 'image/jpeg', bytes: await image.jpeg({ quality: 82, mozjpeg: true }).toBuffer() };
}

let loaded: Promise<typeof sharp> | undefined;

/** Loaded with the first image: sites with vector logos only never need it. */
function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({ operation: READERS });
    // One thread per image and no cache: the caller limits concurrency.
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return loaded;
}

/** `plain`: a format that every browser supports: PNG for images with transparency, otherwise JPEG. */
type ImageFormat = 'avif' | 'webp' | 'plain';

/** Up to this width the container overhead of AVIF exceeds its savings. */
const SMALL = 144;

/** @param accept the request's Accept header @returns the smallest format at this width that the browser supports */
export function imageFormat(accept: string | undefined, width: ImageWidth): ImageFormat {
  const takes = (type: string) => new RegExp(`image/${type}\\s*(,|;(?!\\s*q=0(\\.0*)?\\s*(,|$))|$)`).test(accept ?? '');
  if (width > SMALL && takes('avif')) return 'avif';
  return takes('webp') ? 'webp' : 'plain';
}

/** An image in one width and format, ready to be sent. */
export interface ImageVariant {
  contentType: string;
  bytes: Buffer;
  etag: string;
  /** `Cache-Control` of the backend for the file. */
  cacheControl: string;
}

/**
 * `as-it-is`: the backend's own response, because it cannot be resized. `too-large`: more bytes or pixels than the limits allow. `busy`:
 * too many images are waiting already.
 */
export type VariantOutcome =
  | { kind: 'variant'; variant: ImageVariant }
  | { kind: 'as-it-is'; answer: BackendFetchResponse }
  | { kind: 'too-large' | 'busy' };

const RASTER = /^image\/(jpeg|png|webp|gif|avif)\b/;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const CACHE_BYTES = 32 * 1024 * 1024;
/** A deleted file is still served for this long at most, whatever its response allows. */
const MAX_CACHED_SECONDS = 600;
/** Two of the four threads in Node's pool; the others compress pages. */
const AT_ONCE = 2;
const MAX_WAITING = 200;

/**
 * Images of the backend in the widths that pages request. Each is made once and cached within a size limit, and few are made in parallel.
 */
@Injectable()
export class ImageVariants {
  private readonly cache = new LRUCache<string, ImageVariant>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 200,
  });
  private readonly making = new Map<string, Promise<VariantOutcome>>();
  private readonly queue = new PQueue({ concurrency: AT_ONCE });

  constructor(@Inject(BackendFiles) private readonly files: BackendFiles) {}

  /** @param path of the file, without a query */
  async get(path: string, width: ImageWidth, format: ImageFormat): Promise<VariantOutcome> {
    const key = `${width} ${format} ${path}`;
    const variant = this.cache.get(key);
    if (variant) return { kind: 'variant', variant };
    const making = this.making.get(key) ?? this.start(key, path, width, format);
    return making;
  }

  /** Concurrent requests for the same image share the work. */
  private start(key: string, path: string, width: ImageWidth, format: ImageFormat): Promise<VariantOutcome> {
    if (this.queue.size >= MAX_WAITING) return Promise.resolve({ kind: 'busy' });
    const made = this.queue
      .add(() => this.make(path, width, format))
      .then((outcome) => {
        const seconds = outcome.kind === 'variant' ? freshSeconds(outcome.variant.cacheControl) : 0;
        if (outcome.kind === 'variant' && seconds) this.cache.set(key, outcome.variant, { ttl: seconds * 1000 });
        return outcome;
      })
      .finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  /** The file is read only when its turn comes, so that waiting requests use no memory. */
  private async make(path: string, width: ImageWidth, format: ImageFormat): Promise<VariantOutcome> {
    const answer = await this.files.fetch(path);
    if (answer.status !== 200 || !RASTER.test(answer.headers['content-type'] ?? ''))
      return { kind: 'as-it-is', answer: { ...answer, body: await whole(answer.body) } };
    const bytes = await whole(answer.body);
    if (bytes.length > MAX_FILE_BYTES) return { kind: 'too-large' };
    const resized = await resizeImage(bytes, width, format);
    if (!resized.ok)
      return resized.reason === 'too-large'
        ? { kind: 'too-large' }
        : { kind: 'as-it-is', answer: { ...answer, body: bytes } };
    const { image } = resized;
    const etag = `"${createHash('sha256').update(image.bytes).digest('base64url').slice(0, 27)}"`;
    const cacheControl = answer.headers['cache-control'] ?? 'no-cache';
    return { kind: 'variant', variant: { ...image, etag, cacheControl } };
  }
}

/** Returns how long a variant may be reused, in seconds. */
function freshSeconds(cacheControl: string): number {
  if (/\b(no-store|no-cache|private)\b/.test(cacheControl)) return 0;
  return Math.min(Number(/\bmax-age=(\d+)/.exec(cacheControl)?.[1] ?? 0), MAX_CACHED_SECONDS);
}

/** Reads the whole body once, because several requests may share the response. */
async function whole(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
