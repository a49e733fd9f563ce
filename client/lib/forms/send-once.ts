import type { FileList } from '../files/file-list';
import type { FormChecks } from './form-checks';

/** Messages while a form is being sent, and while its files are being uploaded. */
export type SendingTexts = Record<'busy' | 'waiting', string>;

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
      return;
    }
    // After the browser has collected the form's data, unless there is no connection.
    setTimeout(() => {
      if (event.defaultPrevented) return;
      button.disabled = true;
      status.textContent = texts.busy;
    });
  });
  // If the user comes back from the next page, the form is usable again.
  const reset = (): void => {
    button.disabled = false;
    status.textContent = '';
  };
  addEventListener('pageshow', reset, { signal });
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
