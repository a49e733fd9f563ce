import type { ImageWidth } from '#contract/pages/image-widths.js';

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
