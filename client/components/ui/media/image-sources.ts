import type { ImageWidth } from '#contract/pages/image-widths.js';

/** The width a screen of twice the density needs. */
const DOUBLE = { 48: 96, 72: 144, 320: 640, 640: 1280 } as const satisfies Partial<Record<ImageWidth, ImageWidth>>;

/**
 * Where an `<img>` gets a picture that is shown so many CSS pixels wide. Only what the site serves itself can be resized; drawings fit
 * every width.
 */
export function imageSources(url: string, width: keyof typeof DOUBLE): { src: string; srcSet?: string } {
  if (!url.startsWith('/files/') || url.endsWith('.svg') || url.includes('?')) return { src: url };
  return { src: `${url}?w=${width}`, srcSet: `${url}?w=${DOUBLE[width]} 2x` };
}
