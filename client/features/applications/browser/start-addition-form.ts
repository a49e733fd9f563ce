import { FileList } from '../../../lib/files/file-list';
import type { FileTexts } from '../../../lib/files/file-texts';
import { FormChecks } from '../../../lib/forms/form-checks';
import { sendOnce, type SendingTexts, withFiles } from '../../../lib/forms/send-once';

/** Uploads files when they are chosen, and prevents sending the form twice or with a rejected file. */
export function startAdditionForm(form: HTMLFormElement, signal: AbortSignal): void {
  const texts = JSON.parse(form.dataset.texts!) as FileTexts & SendingTexts;
  const status = form.querySelector<HTMLElement>('[data-apply-status]')!;
  const files = new FileList(form, texts);
  const checks = new FormChecks(form, () => withFiles([], files), signal);
  sendOnce(form, { checks, files, status, texts }, signal);
}
