import { checkContactTexts } from '#contract/applications/contact-rules.js';
import { FileList } from '../files/file-list';
import type { FileTexts } from '../files/file-texts';
import { type CheckedViolation, FormChecks, sentTexts } from './form-checks';
import { sendOnce, type SendingTexts, withFiles } from './send-once';

/**
 * Uploads files when they are chosen, shows errors of a message before it is sent, and prevents sending the form twice.
 */
export function startContactForm(form: HTMLFormElement, signal: AbortSignal): void {
  startFileForm(form, '[data-contact-status]', signal, () => checkContactTexts(sentTexts(form, () => false)));
}

/** Uploads files when they are chosen, and prevents sending an addition twice or with a rejected file. */
export function startAdditionForm(form: HTMLFormElement, signal: AbortSignal): void {
  startFileForm(form, '[data-apply-status]', signal, () => []);
}

function startFileForm(
  form: HTMLFormElement,
  statusElement: string,
  signal: AbortSignal,
  violations: () => CheckedViolation[],
): void {
  const texts = JSON.parse(form.dataset.texts!) as FileTexts & SendingTexts;
  const status = form.querySelector<HTMLElement>(statusElement)!;
  const files = new FileList(form, texts);
  const checks = new FormChecks(form, () => withFiles(violations(), files), signal);
  sendOnce(form, { checks, files, status, texts }, signal);
}
