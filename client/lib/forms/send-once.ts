import type { FileList } from '../files/file-list';
import type { FormChecks } from './form-checks';

/** Messages while a form is being sent, and while its files are being uploaded. */
export type SendingTexts = Record<'busy' | 'waiting', string>;

/** After this time the user may have stopped the browser from sending the form, which scripts are not told. */
const SENT_WITHIN_MS = 15_000;

/** Prevents sending a form again while it is being sent, and says that it is. */
export function blockWhileSending(
  form: HTMLFormElement,
  { button, status, text }: { button: HTMLButtonElement; status: HTMLElement; text: string },
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = (): void => {
    clearTimeout(timer);
    button.disabled = false;
    status.textContent = '';
  };
  form.addEventListener('submit', (event) => {
    // After the browser has collected the form's data, unless nothing is sent: without a connection, or with errors.
    setTimeout(() => {
      if (event.defaultPrevented) return;
      button.disabled = true;
      status.textContent = text;
      clearTimeout(timer);
      timer = setTimeout(reset, SENT_WITHIN_MS);
    });
  });
  // If the user comes back from the next page, the form is usable again.
  addEventListener('pageshow', reset, { signal });
}

/**
 * Sends a form only if it has no errors and its files are uploaded, and only once.
 *
 * @param parts.status element for the messages
 * @param parts.files undefined if the form has no files
 */
export function sendOnce(
  form: HTMLFormElement,
  parts: { checks: FormChecks; files: FileList | undefined; status: HTMLElement; texts: SendingTexts },
  signal: AbortSignal,
): void {
  const { checks, files, status, texts } = parts;
  const button = form.querySelector<HTMLButtonElement>('button:not([type="button"])')!;
  let isWaiting = false;
  form.addEventListener('submit', (event) => {
    if (checks.refuse()) {
      event.preventDefault();
      return;
    }
    if (files?.isBusy) {
      event.preventDefault();
      status.textContent = texts.waiting;
      if (isWaiting) return;
      isWaiting = true;
      void files.settled().then(() => {
        isWaiting = false;
        status.textContent = '';
        form.requestSubmit();
      });
    }
  });
  blockWhileSending(form, { button, status, text: texts.busy }, signal);
}

/** Violations of a form, including files that cannot be sent. Running uploads are awaited. */
export function withFiles<Violation extends { field?: string | null | undefined }>(
  violations: readonly Violation[],
  files: FileList | undefined,
): (Violation | { field: string; rule: string; message: string })[] {
  const others = violations.filter(({ field }) => field !== 'attachments');
  if (files?.isBusy) return others;
  const message = files?.refusal;
  return message ? [...others, { field: 'attachments', rule: 'refused', message }] : [...violations];
}
