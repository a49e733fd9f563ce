import type sharp from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contract/applications/uploads.js';

const TIMEOUT_SECONDS = 20;
/** Allowed decoders; all others of libvips are blocked, including SVG, PDF and TIFF. */
const READERS = [
  ...['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  ...['VipsForeignLoadNsgifBuffer', 'VipsForeignLoadHeifBuffer'],
];

/**
 * Re-encodes a picture as WebP: upright, no wider than `width`, without camera metadata and anything else hidden in the file. The native
 * code runs in the thread pool.
 *
 * @returns undefined if the picture cannot be decoded, or has more pixels than the limit
 */
export async function shrinkPicture(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  const open = await loadSharp();
  try {
    return await open(bytes, { failOn: 'error', limitInputPixels: MAX_PICTURE_PIXELS, pages: 1 })
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .webp({ quality: 84 })
      .toBuffer();
  } catch {
    // libvips reports a broken file by an error; whatever the error is, the picture cannot be shown.
    return undefined;
  }
}

let loaded: Promise<typeof sharp> | undefined;

/** Loads the library when the first picture is processed. */
function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({ operation: READERS });
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return loaded;
}
