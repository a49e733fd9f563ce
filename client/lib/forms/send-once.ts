import type { FileList } from '../files/file-list';
import type { FormChecks } from './form-checks';

/** What is said while a form is on its way, and while its files are. */
export type SendingTexts = Record<'busy' | 'waiting', string>;

/**
 * Sends a form when nothing is wrong with it and its files are there, and only once.
 *
 * @param parts.status where it is said
 * @param parts.files undefined: the form takes none
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
    // After the browser has taken what is sent.
    setTimeout(() => {
      button.disabled = true;
      status.textContent = texts.busy;
    });
  });
  // Back from the next page, the form is as it was.
  const reset = (): void => {
    button.disabled = false;
    status.textContent = '';
  };
  addEventListener('pageshow', reset, { signal });
}

/** What is wrong with a form, with what keeps its files from being sent. Files that are on their way are waited for. */
export function withFiles<Violation extends { field?: string | null | undefined }>(
  violations: readonly Violation[],
  files: FileList | undefined,
): (Violation | { field: string; rule: string; message: string })[] {
  const others = violations.filter(({ field }) => field !== 'attachments');
  if (files?.isBusy) return others;
  const message = files?.refusal;
  return message ? [...others, { field: 'attachments', rule: 'refused', message }] : [...violations];
}
