import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contract/applications/uploads.js';
import type { ImageWidth } from '#contract/pages/image-widths.js';

export interface ResizedImage {
  contentType: string;
  bytes: Buffer;
}

/** Result of resizing. `unreadable`: an unsupported format, or damaged. `too-large`: more pixels than the limit for decoding. */
export type ResizeOutcome = { ok: true; image: ResizedImage } | { ok: false; reason: 'unreadable' | 'too-large' };

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
export type ImageFormat = 'avif' | 'webp' | 'plain';

/** Up to this width the container overhead of AVIF exceeds its savings. */
const SMALL = 144;

/** @param accept the request's Accept header @returns the smallest format at this width that the browser supports */
export function imageFormat(accept: string | undefined, width: ImageWidth): ImageFormat {
  const takes = (type: string) => new RegExp(`image/${type}\\s*(,|;(?!\\s*q=0(\\.0*)?\\s*(,|$))|$)`).test(accept ?? '');
  if (width > SMALL && takes('avif')) return 'avif';
  return takes('webp') ? 'webp' : 'plain';
}
