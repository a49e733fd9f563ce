import { ApplicationDraft, deleteDrafts } from './draft';
import { answersOf, applicationField, RESUME_FIELD } from '#contract/applications/application-form.js';
import { type ApplicationRequirements, checkApplication } from '#contract/applications/application-rules.js';
import { FileList } from '../../../lib/files/file-list';
import type { FileTexts } from '../../../lib/files/file-texts';
import { type CheckedViolation, FormChecks, sentTexts } from '../../../lib/forms/form-checks';
import { sendOnce, type SendingTexts, withFiles } from '../../../lib/forms/send-once';

/** What was kept of an application is of no use any more. */
export function startApplicationSent({ dataset }: HTMLElement): void {
  deleteDrafts(dataset.applicationSent!);
}

/** Uploads files when they are chosen, keeps what is typed, and keeps the form from being sent twice or too early. */
export function startApplyForm(form: HTMLFormElement, signal: AbortSignal): void {
  const texts = JSON.parse(form.dataset.texts!) as FileTexts & SendingTexts;
  const status = form.querySelector<HTMLElement>('[data-apply-status]')!;
  // A site without the box for files asks for none.
  const files = form.querySelector('[data-files]') ? new FileList(form, texts) : undefined;
  startDraft(form);
  const checks = new FormChecks(form, () => violationsOf(form, files), signal);
  sendOnce(form, { checks, files, status, texts }, signal);
}

/** What is wrong with an application, as the server would say it. */
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
  // A form that came back holds what was sent.
  if (!('again' in form.dataset) && draft.restore()) note.hidden = false;
  note.querySelector('[data-draft-forget]')!.addEventListener('click', () => {
    draft.forget();
    form.reset();
    note.hidden = true;
  });
  draft.watch();
}
