/** What may be attached (specification point 5), by the ending of its name. */
export const ATTACHMENT_TYPES = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;

/** Of the files of a message: mail servers take no more than some 25 MB, and mail makes a third more of it. */
export const MESSAGE_FILES = { most: 5, mostBytes: 10_000_000, mostBytesInAll: 15_000_000 } as const;
