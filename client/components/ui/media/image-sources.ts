import type { ImageWidth } from '#contract/applications/uploads.js';

/** The width in pixels for screens of twice the density. */
const DOUBLE = { 48: 96, 72: 144, 320: 640, 640: 1280 } as const satisfies Partial<Record<ImageWidth, ImageWidth>>;

/**
 * `src` and `srcset` of an image that is shown at a width in CSS pixels. Only images that the site itself serves can be
 * resized; vector graphics fit every width.
 */
export function imageSources(url: string, width: keyof typeof DOUBLE): { src: string; srcSet?: string } {
  if (!url.startsWith('/files/') || url.endsWith('.svg') || url.includes('?')) return { src: url };
  return { src: `${url}?w=${width}`, srcSet: `${url}?w=${DOUBLE[width]} 2x` };
}
