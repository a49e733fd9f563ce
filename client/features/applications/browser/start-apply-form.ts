import { answersOf, applicationField, RESUME_FIELD } from '#contract/applications/application-form.js';
import { type ApplicationRequirements, checkApplication } from '#contract/applications/application-rules.js';
import { FileList } from '../../../lib/files/file-list';
import type { FileTexts } from '../../../lib/files/file-texts';
import { type CheckedViolation, FormChecks, sentTexts } from '../../../lib/forms/form-checks';
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

/** The values typed into an application, stored in this browser until it has been sent; never files. */
class ApplicationDraft {
  private readonly key: string;

  constructor(
    private readonly form: HTMLFormElement,
    key: string,
  ) {
    this.key = DRAFT_PREFIX + key;
  }

  /**
   * Restores the stored values, except in fields that were changed since the page was loaded.
   *
   * @returns whether anything has changed
   */
  restore(): boolean {
    const { values } = this.read();
    let changed = false;
    for (const field of this.fields()) {
      const value = values[field.name];
      if (value === undefined || value === field.value || field.value !== defaultOf(field)) continue;
      field.value = value;
      changed = true;
    }
    return changed;
  }

  /** Stores typed values, including values that were typed before this script was loaded. */
  watch(): void {
    if (this.fields().some((field) => field.value !== defaultOf(field))) this.store();
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.store(), TYPING_PAUSE_MS);
    });
    addEventListener('pagehide', () => this.storeChanges(timer));
  }

  forget(): void {
    withStorage((storage) => storage.removeItem(this.key));
  }

  /** Stores immediately if the page is left before the pause is over. */
  private storeChanges(timer: ReturnType<typeof setTimeout> | undefined): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    this.store();
  }

  private store(): void {
    const values = Object.fromEntries(this.fields().map(({ name, value }) => [name, value]));
    withStorage((storage) => storage.setItem(this.key, JSON.stringify({ at: Date.now(), values } satisfies Draft)));
  }

  private read(): Draft {
    const nothing = { at: 0, values: {} };
    const text = withStorage((storage) => storage.getItem(this.key));
    try {
      const draft = JSON.parse(text ?? 'null') as Draft | null;
      return draft && Date.now() - draft.at < DRAFT_STORED_MS ? draft : nothing;
    } catch {
      return nothing;
    }
  }

  private fields(): TypedField[] {
    return [
      ...this.form.querySelectorAll<TypedField>(
        '[data-field] textarea, [data-field] select, [data-field] input:not([type="file"])',
      ),
    ];
  }
}

interface Draft {
  at: number;
  values: Record<string, string>;
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** @returns the initial value of a field */
function defaultOf(field: TypedField): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
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
