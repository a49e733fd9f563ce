import { ApplicationDraft, deleteDrafts } from './draft';
import { answersOf, applicationField, RESUME_FIELD } from '#contract/applications/application-form.js';
import { type ApplicationRequirements, checkApplication } from '#contract/applications/application-rules.js';
import { FileList } from '../../../lib/files/file-list';
import type { FileTexts } from '../../../lib/files/file-texts';
import { type CheckedViolation, FormChecks, sentTexts } from '../../../lib/forms/form-checks';
import { sendOnce, type SendingTexts, withFiles } from '../../../lib/forms/send-once';

/** Deletes the stored drafts of an application that was sent. */
export function startApplicationSent({ dataset }: HTMLElement): void {
  deleteDrafts(dataset.applicationSent!);
}

/** Uploads files when they are chosen, stores typed values, and prevents sending the form twice or too early. */
export function startApplyForm(form: HTMLFormElement, signal: AbortSignal): void {
  const texts = JSON.parse(form.dataset.texts!) as FileTexts & SendingTexts;
  const status = form.querySelector<HTMLElement>('[data-apply-status]')!;
  // A site without the field for files requires none.
  const files = form.querySelector('[data-files]') ? new FileList(form, texts) : undefined;
  startDraft(form);
  const checks = new FormChecks(form, () => violationsOf(form, files), signal);
  sendOnce(form, { checks, files, status, texts }, signal);
}

/** Violations of an application's rules, as the server would report them. */
function violationsOf(form: HTMLFormElement, files: FileList | undefined): CheckedViolation[] {
  const sent = sentTexts(form, (name) => name === 'attachments');
  const { firstName = '', lastName = '', emailAddress = '', coverLetter = '' } = sent;
  const resume = form.querySelector<HTMLInputElement>(`input[name="${RESUME_FIELD}"]`);
  const attachments = (sent.attachments ?? '').split(' ').filter(Boolean).length + (resume?.checked ? 1 : 0);
  const violations = checkApplication(
    { firstName, lastName, emailAddress, coverLetter, answers: answersOf(sent), attachments },
    JSON.parse(form.dataset.wanted!) as ApplicationRequirements,
  ).map(({ field, rule }): CheckedViolation => ({ field: applicationField(field, sent), rule }));
  return withFiles(violations, files);
}

function startDraft(form: HTMLFormElement): void {
  const draft = new ApplicationDraft(form, form.dataset.draft!);
  const note = form.querySelector<HTMLElement>('[data-draft-restored]')!;
  // A form that was sent back with errors contains the submitted values.
  if (!('again' in form.dataset) && draft.restore()) note.hidden = false;
  note.querySelector('[data-draft-forget]')!.addEventListener('click', () => {
    draft.forget();
    form.reset();
    note.hidden = true;
  });
  draft.watch();
}
