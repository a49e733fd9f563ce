import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contract/applications/uploads.js';
import type { ImageWidth } from '#contract/pages/image-widths.js';

export interface ResizedImage {
  contentType: string;
  bytes: Buffer;
}

/** What became of a picture. `unreadable`: none of the kinds we read, or damaged. `too-large`: more pixels than we are ready to unpack. */
export type ResizeOutcome = { ok: true; image: ResizedImage } | { ok: false; reason: 'unreadable' | 'too-large' };

const TIMEOUT_SECONDS = 10;
/** Everything else that libvips could open stays shut, SVG, PDF and TIFF among it. */
const READERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadHeifBuffer',
];

/**
 * Makes a raster picture no wider than `width`, upright, without what cameras write into it. Of an animation the first picture. Never
 * enlarges. Native code: the thread pool does the work.
 */
export async function resizeImage(bytes: Uint8Array, width: ImageWidth, format: ImageFormat): Promise<ResizeOutcome> {
  const open = await loadSharp();
  try {
    // Reads the header alone: nothing is unpacked before its size is known.
    const source = await open(bytes, { limitInputPixels: false }).metadata();
    if (source.width * (source.pageHeight ?? source.height) > MAX_PICTURE_PIXELS)
      return { ok: false, reason: 'too-large' };
    const sized = open(bytes, { failOn: 'error', limitInputPixels: MAX_PICTURE_PIXELS, pages: 1 })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS });
    return { ok: true, image: await encode(sized, format, source.hasAlpha) };
  } catch {
    // libvips tells what is wrong with a file by an error; whatever it is, this file cannot be resized.
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

/** Loaded with the first picture: a site whose logos are drawings never needs it. */
function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({ operation: READERS });
    // One thread a picture, and nothing kept: how many at once is decided by whoever calls.
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return loaded;
}

/** `plain`: what every browser reads, PNG where something is transparent and else JPEG. */
export type ImageFormat = 'avif' | 'webp' | 'plain';

/** Up to here an AVIF's own frame costs more bytes than it saves. */
const SMALL = 144;

/** @param accept the request's Accept header; @returns the smallest format at this width that the browser reads */
export function imageFormat(accept: string | undefined, width: ImageWidth): ImageFormat {
  const takes = (type: string) => new RegExp(`image/${type}\\s*(,|;(?!\\s*q=0(\\.0*)?\\s*(,|$))|$)`).test(accept ?? '');
  if (width > SMALL && takes('avif')) return 'avif';
  return takes('webp') ? 'webp' : 'plain';
}
