import { checkContactTexts } from '#contract/applications/contact-rules.js';
import { FileList } from '../../lib/files/file-list';
import type { FileTexts } from '../../lib/files/file-texts';
import { type CheckedViolation, FormChecks, sentTexts } from '../../lib/forms/form-checks';
import { sendOnce, type SendingTexts, withFiles } from '../../lib/forms/send-once';

/**
 * Uploads files when they are chosen, shows errors of a message before it is sent, and prevents sending the form twice.
 */
export function startContactForm(form: HTMLFormElement, signal: AbortSignal): void {
  const texts = JSON.parse(form.dataset.texts!) as FileTexts & SendingTexts;
  const status = form.querySelector<HTMLElement>('[data-contact-status]')!;
  const files = new FileList(form, texts);
  const violations = (): CheckedViolation[] => withFiles(checkContactTexts(sentTexts(form, () => false)), files);
  sendOnce(form, { checks: new FormChecks(form, violations, signal), files, status, texts }, signal);
}
