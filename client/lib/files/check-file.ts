import { ATTACHMENT_TYPES, isArchive, sniffAttachment } from '#contract/applications/uploads.js';

export type FileViolation = 'type' | 'size' | 'empty';

const FIRST_BYTES = 16;

/** What is wrong with a file, before any of it is sent: by what it holds and not by its name alone. The server looks again. */
export async function checkFile(file: File, mostBytes: number): Promise<FileViolation | undefined> {
  if (file.size === 0) return 'empty';
  if (file.size > mostBytes) return 'size';
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!Object.hasOwn(ATTACHMENT_TYPES, ending)) return 'type';
  const bytes = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
  const isDocument = ending === 'docx' || ending === 'odt';
  return sniffAttachment(bytes) || (isDocument && isArchive(bytes)) ? undefined : 'type';
}
