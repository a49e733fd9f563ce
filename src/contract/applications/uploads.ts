/** What may be attached (specification point 5, and the documents of word processors), by the ending of its name. */
export const ATTACHMENT_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;

/** For `accept` of a field. */
export const ACCEPTED_ATTACHMENTS = Object.keys(ATTACHMENT_TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** The same of pictures alone. */
export const ACCEPTED_PICTURES = Object.entries(ATTACHMENT_TYPES)
  .filter(([, type]) => type.startsWith('image/'))
  .map(([ending]) => `.${ending}`)
  .join(',');

export type AttachmentType = (typeof ATTACHMENT_TYPES)[keyof typeof ATTACHMENT_TYPES];

/** Of documents that are archives: only the whole file shows what they are. */
export type DocumentType = (typeof ATTACHMENT_TYPES)['docx' | 'odt'];

/** Whether a file begins like an archive, as DOCX and ODT documents do, but other files as well. */
export function isArchive(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\x03\x04';
}

/**
 * What a file is by its first bytes, whatever it says it is.
 *
 * @returns undefined for what may not be attached, and for archives (see `isArchive`)
 */
export function sniffAttachment(bytes: Uint8Array): Exclude<AttachmentType, DocumentType> | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  return undefined;
}

/** Of the files of a message to the operators (specification point 5). */
export const MESSAGE_FILES = { most: 5, mostBytes: 50_000_000, maxTotalBytes: 100_000_000 } as const;

/** Of the files that a mail carries: mail servers take no more than some 25 MB, and mail makes a third more of it. The others are linked. */
export const MAX_MAILED_BYTES = 15_000_000;

/** How long the operators can fetch files of a message that were too large for the mail. */
export const MESSAGE_FILES_KEPT_DAYS = 30;

/** Of the files of an application (specification point 5). */
export const APPLICATION_FILES = { most: 5, mostBytes: 50_000_000, maxTotalBytes: 100_000_000 } as const;

/** Of a job that is given as a file (specification point 5). */
export const JOB_FILE = { mostBytes: 50_000_000 } as const;

/** Of a file that a resume is read from. */
export const RESUME_FILE = { mostBytes: 10_000_000, maxJsonBytes: 1_000_000 } as const;

/** How long files are kept that nobody has sent yet. */
export const UPLOADS_KEPT_HOURS = 1;

/** Of a picture: 128 MB when unpacked, and more than any camera's picture on a page needs. */
export const MAX_PICTURE_PIXELS = 32_000_000;

/** They come in parts of this size: a part that is lost on the way is sent again, not the whole file. */
export const FILE_PART_BYTES = 500_000;

/** The answer to a part that a script has sent. */
export type SentPart =
  { token: string; name: string; size: number; received: number; complete: boolean } | { error: string };

/** The query of the address of a file that is to be shown and not saved. */
export const VIEW_QUERY = 'view=1';
