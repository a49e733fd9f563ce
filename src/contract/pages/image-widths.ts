/**
 * The widths in pixels in which pictures under `/files/` are to be had (`?w=96`). No others, so that nobody can have more variants made
 * than pages ask for.
 */
export const IMAGE_WIDTHS = [48, 72, 96, 144, 320, 640, 960, 1280] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
