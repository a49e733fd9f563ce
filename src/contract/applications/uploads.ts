/**
 * Available widths in pixels of images under `/files/` (`?w=96`). Other widths are rejected, so that nobody can request an unlimited number
 * of variants.
 */
export const IMAGE_WIDTHS = [48, 72, 96, 144, 320, 640, 960, 1280] as const;

/** Allowed types of attachments (specification point 5, and word processor documents), by file extension. */
export const ATTACHMENT_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;

/** Value for the `accept` attribute of a file field. */
export const ACCEPTED_ATTACHMENTS = Object.keys(ATTACHMENT_TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** Value for `accept` of a field for images only. */
export const ACCEPTED_PICTURES = Object.entries(ATTACHMENT_TYPES)
  .filter(([, type]) => type.startsWith('image/'))
  .map(([ending]) => `.${ending}`)
  .join(',');

export type AttachmentType = (typeof ATTACHMENT_TYPES)[keyof typeof ATTACHMENT_TYPES];

/** Document types that are archives: only the whole file shows which one it is. */
export type DocumentType = (typeof ATTACHMENT_TYPES)['docx' | 'odt'];

/** Whether a file begins like a ZIP archive, as DOCX and ODT documents do, but other files as well. */
export function isArchive(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\x03\x04';
}

/**
 * Determines the type of a file by its first bytes, regardless of its name and declared type.
 *
 * @returns undefined for types that may not be attached, and for archives (see `isArchive`)
 */
export function sniffAttachment(bytes: Uint8Array): Exclude<AttachmentType, DocumentType> | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  return undefined;
}

/** Limits for the files of a message to the operators (specification point 5). */
export const MESSAGE_FILES = { most: 5, mostBytes: 50_000_000, maxTotalBytes: 100_000_000 } as const;

/**
 * Maximum total size of the files attached to a mail: mail servers accept about 25 MB, and the encoding adds a third. Other files are
 * linked.
 */
export const MAX_MAILED_BYTES = 15_000_000;

/** Number of days for which the operators can download files that were too large for the mail. */
export const MESSAGE_FILES_KEPT_DAYS = 30;

/** Limits for the files of an application (specification point 5). */
export const APPLICATION_FILES = { most: 5, mostBytes: 50_000_000, maxTotalBytes: 100_000_000 } as const;

/** Limit for a job in the form of a file (specification point 5). */
export const JOB_FILE = { mostBytes: 50_000_000 } as const;

/** Limits for a file from which a resume is imported. */
export const RESUME_FILE = { mostBytes: 10_000_000, maxJsonBytes: 1_000_000 } as const;

/** Number of hours for which uploaded files are kept until their form is sent. */
export const UPLOADS_KEPT_HOURS = 1;

/** Maximum number of pixels of an image: 128 MB when decoded, and enough for any camera image on a page. */
export const MAX_PICTURE_PIXELS = 32_000_000;

/** Size of the parts in which files are uploaded: after a failure only one part is sent again, not the whole file. */
export const FILE_PART_BYTES = 500_000;

/** Response to a part that a script has sent. */
export type SentPart =
  { token: string; name: string; size: number; received: number; complete: boolean } | { error: string };

/** The query string of a file's URL that displays the file instead of downloading it. */
export const VIEW_QUERY = 'view=1';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
