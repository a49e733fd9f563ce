import type sharp from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contract/applications/uploads.js';

const TIMEOUT_SECONDS = 20;
/** Everything else that libvips could open stays shut, SVG, PDF and TIFF among it. */
const READERS = [
  ...['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  ...['VipsForeignLoadNsgifBuffer', 'VipsForeignLoadHeifBuffer'],
];

/**
 * Makes a picture anew as WebP: upright, no wider than `width`, without what cameras write into it and whatever else was hidden in the
 * file. Native code: the thread pool does the work.
 *
 * @returns undefined: it cannot be read, or has more pixels than we are ready to unpack
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
    // libvips tells what is wrong with a file by an error; whatever it is, nobody can be shown this one.
    return undefined;
  }
}

let loaded: Promise<typeof sharp> | undefined;

/** Loaded with the first picture. */
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
