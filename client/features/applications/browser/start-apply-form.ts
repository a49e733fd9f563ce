import { answersOf, applicationField, lastingField, RESUME_FIELD } from '#contract/applications/application-form.js';
import { type ApplicationRequirements, checkApplication } from '#contract/applications/application-rules.js';
import { FileList, type ListedFile } from '../../../lib/files/file-list';
import type { FileTexts } from '../../../lib/files/file-texts';
import { type CheckedViolation, FormChecks, isTyped, sentTexts, type TypedField } from '../../../lib/forms/form-checks';
import { sendOnce, type SendingTexts, withFiles } from '../../../lib/forms/send-once';

const DRAFT_PREFIX = 'causeboard-application-';
const DRAFT_STORED_MS = 14 * 86_400_000;
const TYPING_PAUSE_MS = 300;

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
  startDraft(form, files);
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

function startDraft(form: HTMLFormElement, files: FileList | undefined): void {
  const draft = new ApplicationDraft(form, files, form.dataset.draft!);
  const note = form.querySelector<HTMLElement>('[data-draft-restored]')!;
  // A form that was sent back with errors contains the submitted values.
  if (!('again' in form.dataset)) {
    const words = note.querySelector('span')!;
    const names = () => draft.missing.map(({ name }) => name).join(', ');
    const messages = [
      ...(draft.restore() ? [words.textContent] : []),
      ...(draft.missing.length > 0 ? [note.dataset.filesAgain!.replace('{names}', names)] : []),
    ];
    words.textContent = messages.join(' ');
    note.hidden = messages.length === 0;
  }
  note.querySelector('[data-draft-forget]')!.addEventListener('click', () => {
    draft.forget();
    form.reset();
    files?.clear();
    note.hidden = true;
  });
  draft.watch();
}

/**
 * The values typed into an application, stored in this browser until it has been sent. Of files, only the names and the
 * tokens are stored, which are worthless without this browser's cookie.
 */
class ApplicationDraft {
  private readonly key: string;
  /** The key as long as nobody is logged in: it contains only the number of the job. */
  private readonly visitorKey: string;
  /** Files that have to be chosen again. */
  missing: readonly ListedFile[] = [];

  constructor(
    private readonly form: HTMLFormElement,
    private readonly files: FileList | undefined,
    key: string,
  ) {
    this.key = DRAFT_PREFIX + key;
    this.visitorKey = DRAFT_PREFIX + key.replace(/-.*/, '-');
  }

  /**
   * Restores the uploaded files and the stored values, except in fields that were changed since the page was loaded.
   * Users without a draft get what was typed before they logged in, except where their account has filled in a field.
   *
   * @returns whether any value has changed
   */
  restore(): boolean {
    const own = this.read(this.key);
    const typedBefore = own ? undefined : this.read(this.visitorKey);
    const { values = {}, files = [] }: Partial<Draft> = own ?? typedBefore ?? {};
    this.missing = this.files?.restore(files) ?? [];
    let changed = false;
    for (const [name, field] of this.fields()) {
      const value = values[name];
      if (value === undefined || value === field.value || isTyped(field)) continue;
      if (typedBefore && field.value !== '') continue;
      field.value = value;
      changed = true;
    }
    if (typedBefore) this.takeOver();
    return changed;
  }

  /** Stores typed values, including values that were typed before this script was loaded. */
  watch(): void {
    if (this.fields().some(([, field]) => isTyped(field))) this.store();
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.store(), TYPING_PAUSE_MS);
    });
    addEventListener('pagehide', () => this.storeChanges(timer));
  }

  forget(): void {
    this.missing = [];
    withStorage((storage) => storage.removeItem(this.key));
  }

  /** Stores immediately if the page is left before the pause is over. */
  private storeChanges(timer: ReturnType<typeof setTimeout> | undefined): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    this.store();
  }

  /** The draft becomes that of the user: after a logout it is no longer shown. */
  private takeOver(): void {
    withStorage((storage) => storage.removeItem(this.visitorKey));
    this.store();
  }

  private store(): void {
    const values = Object.fromEntries(this.fields().map(([name, { value }]) => [name, value]));
    const listed = this.files?.listed() ?? [];
    // Files that were not chosen again are still missing after the next reload.
    const missing = this.missing.filter(({ name }) => listed.every((file) => file.name !== name));
    const draft: Draft = { at: Date.now(), values, files: [...listed, ...missing] };
    withStorage((storage) => storage.setItem(this.key, JSON.stringify(draft)));
  }

  private read(key: string): Draft | undefined {
    const text = withStorage((storage) => storage.getItem(key));
    try {
      const draft = JSON.parse(text ?? 'null') as Draft | null;
      return draft && Date.now() - draft.at < DRAFT_STORED_MS ? draft : undefined;
    } catch {
      return undefined;
    }
  }

  /** The fields by the names under which their values are stored; an answer is stored under its question. */
  private fields(): [name: string, field: TypedField][] {
    const sent = sentTexts(this.form, () => false);
    const fields = this.form.querySelectorAll<TypedField>(
      '[data-field] textarea, [data-field] select, [data-field] input:not([type="file"])',
    );
    return [...fields].map((field) => [lastingField(field.name, sent), field]);
  }
}

interface Draft {
  at: number;
  /** In drafts that an earlier version has stored, answers are named by their place, so their questions are unknown. */
  values: Record<string, string>;
  /** Missing in drafts that an earlier version has stored. */
  files?: readonly ListedFile[];
}

/** Deletes the drafts of all users in this browser, because the application was sent. */
function deleteDrafts(jobId: string): void {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_none, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(`${DRAFT_PREFIX}${jobId}-`)) storage.removeItem(key);
  });
}

/** Storage may be unavailable or full: then nothing is stored. */
function withStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}
