import { checkContactTexts } from '#contract/applications/contact-rules.js';
import { checkFile } from '../../lib/files/check-file';
import { type CheckedViolation, FormChecks, sentTexts } from '../../lib/forms/form-checks';

/** Says before it is sent what is wrong with a message, and keeps the form from being sent twice. */
export function startContactForm(form: HTMLFormElement, signal: AbortSignal): void {
  const files = new ChosenFiles(form);
  const checks = new FormChecks(
    form,
    () => [...checkContactTexts(sentTexts(form, () => false)), ...files.violations()],
    signal,
  );
  files.watch(() => checks.checkField('attachments'));
  form.addEventListener('submit', (event) => {
    if (checks.refuse()) {
      event.preventDefault();
      return;
    }
    const button = form.querySelector<HTMLButtonElement>('button:not([type="button"])');
    const status = form.querySelector<HTMLElement>('[data-contact-status]');
    // After the browser has taken what is sent.
    setTimeout(() => {
      if (button) button.disabled = true;
      if (status) status.textContent = form.dataset.busy ?? '';
    });
  });
  // Back from the next page, the form is as it was.
  const reset = (): void => {
    const button = form.querySelector<HTMLButtonElement>('button:not([type="button"])');
    if (button) button.disabled = false;
    const status = form.querySelector<HTMLElement>('[data-contact-status]');
    if (status) status.textContent = '';
  };
  addEventListener('pageshow', reset, { signal });
}

type FileRule = 'fileType' | 'fileSize' | 'fileEmpty' | 'filesMany' | 'filesSize';
const RULES = { type: 'fileType', size: 'fileSize', empty: 'fileEmpty' } as const;

/** The files that are chosen and go along with the form. */
class ChosenFiles {
  private readonly input: HTMLInputElement;
  /** With `{name}`. */
  private readonly texts: Readonly<Record<FileRule, string>>;
  /** What is wrong with each of them; its bytes are read once. */
  private readonly refusals = new WeakMap<File, FileRule>();

  constructor(private readonly form: HTMLFormElement) {
    this.input = form.querySelector<HTMLInputElement>('input[type="file"]')!;
    this.texts = JSON.parse(this.input.dataset.texts!) as Record<FileRule, string>;
  }

  /** @param refused is called when something is wrong with what was chosen */
  watch(refused: () => void): void {
    const look = (): void => {
      void this.look().then(() => {
        if (this.found()) refused();
      });
    };
    this.input.addEventListener('change', look);
    // They may have been chosen before this script was there.
    look();
  }

  violations(): CheckedViolation[] {
    const found = this.found();
    if (!found) return [];
    const message = this.texts[found.rule].replace('{name}', () => found.name ?? '');
    return [{ field: 'attachments', rule: found.rule, message }];
  }

  private found(): { rule: FileRule; name?: string } | undefined {
    const { most, mostBytes, maxTotal } = this.input.dataset;
    const chosen = [...(this.input.files ?? [])];
    // Of those that were uploaded before, each has a box.
    const count = new FormData(this.form).getAll('attachments').filter((value) => typeof value === 'string').length;
    const tooLarge = chosen.find(({ size }) => size > Number(mostBytes));
    if (tooLarge) return { rule: 'fileSize', name: tooLarge.name };
    const refused = chosen.find((file) => this.refusals.has(file));
    if (refused) return { rule: this.refusals.get(refused)!, name: refused.name };
    if (count + chosen.length > Number(most)) return { rule: 'filesMany' };
    return chosen.reduce((sum, { size }) => sum + size, 0) > Number(maxTotal) ? { rule: 'filesSize' } : undefined;
  }

  private async look(): Promise<void> {
    const { files, dataset } = this.input;
    for (const file of files ?? []) {
      const violation = await checkFile(file, Number(dataset.mostBytes));
      if (violation) this.refusals.set(file, RULES[violation]);
    }
  }
}
