/**
 * Available widths in pixels of images under `/files/` (`?w=96`). Other widths are rejected, so that nobody can request an unlimited number
 * of variants.
 */
export const IMAGE_WIDTHS = [48, 72, 96, 144, 320, 640, 960, 1280] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
