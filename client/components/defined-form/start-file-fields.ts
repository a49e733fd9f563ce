import type { FormError } from '#contract/applications/sent-form.js';
import { checkFile } from '../../lib/files/check-file';
import { FileUpload, RefusedFile } from '../../lib/files/upload-file';

type Texts = Record<'type' | 'size' | 'empty' | 'lost' | 'sent', string>;

/** Uploads each file of a form as soon as it is chosen; its field then holds the token of the upload. */
export class FileFields {
  private readonly work = new Set<Promise<void>>();
  private readonly fields: readonly HTMLElement[];

  constructor(private readonly form: HTMLFormElement) {
    this.fields = [...form.querySelectorAll<HTMLElement>('[data-file-field]')];
    for (const field of this.fields) this.watch(field);
  }

  /**
   * Shows at their fields why uploaded files were rejected, and restores the previous values of these fields.
   *
   * @returns false if there are also other errors
   */
  refuse(errors: readonly FormError[]): boolean {
    const refused = errors.map(({ field: name, message }) => ({
      field: this.fields.find(({ dataset }) => dataset.field === name),
      message,
    }));
    for (const { field, message } of refused) if (field) takeBack(field, message);
    return refused.every(({ field }) => field !== undefined);
  }

  get isBusy(): boolean {
    return this.work.size > 0;
  }

  /** Waits until all uploads have ended, whether they succeeded or failed. */
  async settled(): Promise<void> {
    while (this.isBusy) await Promise.all(this.work);
  }

  private watch(field: HTMLElement): void {
    const input = field.querySelector<HTMLInputElement>('input[type="file"]')!;
    const retry = field.querySelector<HTMLButtonElement>('[data-file-retry]')!;
    let leaving = new AbortController();
    const take = (): void => {
      const [file] = input.files ?? [];
      if (!file) return;
      leaving.abort();
      leaving = new AbortController();
      const upload = new FileUpload(file, this.form, document.documentElement.lang);
      const start = () => this.track(send(field, input, { file, upload, signal: leaving.signal }));
      retry.onclick = () => {
        // The button disappears while it has the focus.
        input.focus();
        start();
      };
      start();
    };
    input.addEventListener('change', take);
    // The file may have been chosen before this script was loaded.
    take();
  }

  private track(piece: Promise<void>): void {
    this.work.add(piece);
    void piece.finally(() => this.work.delete(piece));
  }
}

/** The value of a field before the last upload. */
const heldBefore = new WeakMap<HTMLElement, { value: string; shown: Element | null }>();

function takeBack(field: HTMLElement, message: string): void {
  const { value = '', shown = null } = heldBefore.get(field) ?? {};
  field.querySelector<HTMLInputElement>('input[type="hidden"]')!.value = value;
  field.querySelector('[data-file-current]')?.remove();
  if (shown) field.querySelector('label')!.after(shown);
  field.querySelector<HTMLElement>('[data-file-status]')!.textContent = '';
  field.querySelector<HTMLElement>('[data-file-error]')!.textContent = message;
  field.querySelector('input[type="file"]')!.setAttribute('aria-invalid', 'true');
}

async function send(
  field: HTMLElement,
  input: HTMLInputElement,
  { file, upload, signal }: { file: File; upload: FileUpload; signal: AbortSignal },
): Promise<void> {
  const texts = JSON.parse(field.dataset.texts!) as Texts;
  const part = (name: string) => field.querySelector<HTMLElement>(`[data-file-${name}]`)!;
  const [error, status, retry] = [part('error'), part('status'), part('retry')];
  const progress = field.querySelector('progress')!;
  const fail = (message: string) => {
    error.textContent = message;
    input.setAttribute('aria-invalid', 'true');
  };
  error.textContent = status.textContent = '';
  input.removeAttribute('aria-invalid');
  retry.hidden = true;
  const violation = await violationOf(file, field);
  if (violation) {
    input.value = '';
    fail(texts[violation]);
    return;
  }
  progress.value = 0;
  progress.hidden = false;
  try {
    const token = await upload.send((done) => (progress.value = done), signal);
    const held = field.querySelector<HTMLInputElement>('input[type="hidden"]')!;
    heldBefore.set(field, { value: held.value, shown: field.querySelector('[data-file-current]') });
    held.value = token;
    // The file was uploaded separately and must not be sent with the form.
    input.value = '';
    await show(field, file);
    status.textContent = texts.sent.replace('{name}', () => file.name);
    held.dispatchEvent(new Event('input', { bubbles: true }));
  } catch (failure) {
    if (signal.aborted) return;
    if (failure instanceof RefusedFile) {
      input.value = '';
      fail(failure.message);
    } else {
      fail(texts.lost.replace('{name}', () => file.name));
      retry.hidden = false;
    }
  } finally {
    if (!signal.aborted) progress.hidden = true;
  }
}

async function violationOf(file: File, { dataset }: HTMLElement): Promise<'type' | 'size' | 'empty' | undefined> {
  const violation = await checkFile(file, Number(dataset.mostBytes ?? Infinity));
  if (violation) return violation;
  return dataset.kind === 'picture' && /\.pdf$/i.test(file.name) ? 'type' : undefined;
}

/** Replaces the display of the current file. */
async function show(field: HTMLElement, file: File): Promise<void> {
  field.querySelector('[data-file-current]')?.remove();
  const current = document.createElement('div');
  current.dataset.fileCurrent = '';
  if (field.dataset.kind === 'picture') {
    const picture = document.createElement('img');
    picture.src = await dataAddress(file);
    picture.alt = file.name;
    current.append(picture);
  } else current.textContent = file.name;
  field.querySelector('label')!.after(current);
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(file);
  });
}
