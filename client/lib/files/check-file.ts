import { ATTACHMENT_TYPES, isArchive, sniffAttachment } from '#contract/applications/uploads.js';

type FileViolation = 'type' | 'size' | 'empty';

const FIRST_BYTES = 16;

/** Checks a file before it is uploaded, by its content and not only by its name. The server checks it again. */
export async function checkFile(file: File, mostBytes: number): Promise<FileViolation | undefined> {
  if (file.size === 0) return 'empty';
  if (file.size > mostBytes) return 'size';
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!Object.hasOwn(ATTACHMENT_TYPES, ending)) return 'type';
  const bytes = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
  const isDocument = ending === 'docx' || ending === 'odt';
  return sniffAttachment(bytes) || (isDocument && isArchive(bytes)) ? undefined : 'type';
}

/**
 * Removes the error of a submitted field, below the field and in the summary above the form, because another value has
 * been chosen since.
 */
export function clearFieldError(input: HTMLInputElement): void {
  document.getElementById(`${input.id}-error`)?.replaceChildren();
  input.removeAttribute('aria-invalid');
  for (const link of document.querySelectorAll(`[data-form-errors] li a[href="#${CSS.escape(input.id)}"]`)) {
    const alert = link.closest('[data-alert]');
    link.closest('li')!.remove();
    if (alert && !alert.querySelector('li')) alert.remove();
  }
}
