import { UPLOADS_KEPT_HOURS } from '#contract/applications/uploads.js';
import { labelled } from '../../components/ui/forms/field-labels';
import { formatBytes } from '../format';
import { checkFile, clearFieldError } from './check-file';
import type { FileTexts } from './file-texts';
import { FileUpload, RefusedFile } from './upload-file';

const UPLOADS_KEPT_MS = UPLOADS_KEPT_HOURS * 3_600_000;

/** A file of the list, with the time at which it was uploaded. */
export interface ListedFile {
  /** Empty as long as it is not uploaded. */
  token: string;
  name: string;
  size: number;
  at: number;
}

/** The files of an application or a message: each is checked and uploaded as soon as it is chosen. */
export class FileList {
  private readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly status: HTMLElement;
  private readonly refused: HTMLElement;
  /** Running checks and uploads. */
  private readonly work = new Set<Promise<void>>();
  private readonly uploads = new WeakMap<HTMLElement, AbortController>();
  /** Reasons why files were rejected, by list item. They prevent sending until the files are removed or replaced. */
  private readonly refusals = new Map<HTMLElement, string>();

  constructor(
    private readonly form: HTMLFormElement,
    private readonly texts: FileTexts,
  ) {
    const frame = form.querySelector<HTMLElement>('[data-files]')!;
    this.input = frame.querySelector('input[type="file"]')!;
    this.list = frame.querySelector('[data-file-list]')!;
    this.status = frame.querySelector('[data-files-status]')!;
    this.refused = frame.querySelector('[data-files-refused]')!;
    this.input.addEventListener('change', () => this.takeChosen());
    for (const item of this.items()) this.takeOver(item);
    for (const item of this.refusedItems()) this.takeOverRefused(item);
    // The files may have been chosen before this script was loaded.
    if (this.input.files?.length) this.takeChosen();
  }

  get isBusy(): boolean {
    return this.work.size > 0;
  }

  /** The reason why the form cannot be sent with these files; empty if it can. */
  get refusal(): string {
    return this.input.validity.customError ? this.input.validationMessage : '';
  }

  /** Waits until all uploads have ended, whether they succeeded or failed. */
  async settled(): Promise<void> {
    while (this.isBusy) await Promise.all(this.work);
  }

  listed(): ListedFile[] {
    return this.items().map((item) => ({
      token: item.querySelector('input')!.value,
      name: part(item, 'name').textContent,
      size: Number(item.dataset.size),
      at: Number(item.dataset.at),
    }));
  }

  /**
   * Lists files that were uploaded before the page was reloaded.
   *
   * @returns those that the server no longer has, which have to be chosen again
   */
  restore(files: readonly ListedFile[]): ListedFile[] {
    const isThere = ({ token, at }: ListedFile): boolean => token !== '' && Date.now() - at < UPLOADS_KEPT_MS;
    for (const { token, name, size, at } of files.filter(isThere)) {
      const item = this.makeItem(name, size);
      setToken(item, token, at);
      this.list.append(item);
    }
    this.update();
    return files.filter((file) => !isThere(file));
  }

  clear(): void {
    for (const item of this.items()) this.remove(item);
  }

  private takeChosen(): void {
    this.track(this.take([...(this.input.files ?? [])]));
  }

  private async take(files: readonly File[]): Promise<void> {
    // The files are uploaded separately and must not be sent with the form.
    this.input.value = '';
    for (const item of this.refusedItems()) this.clearRefused(item);
    clearFieldError(this.input);
    this.status.textContent = '';
    for (const file of files) {
      const refusal = await this.refusalOf(file);
      if (refusal)
        this.addRefused(
          file.name,
          refusal.replace('{name}', () => file.name),
        );
      else this.add(file);
    }
    this.update();
  }

  private async refusalOf(file: File): Promise<string | undefined> {
    const { most, mostBytes, maxTotal } = this.input.dataset;
    const same = this.findSame(file);
    const sizes = this.items().flatMap((item) => (item === same ? [] : Number(item.dataset.size)));
    if (sizes.length >= Number(most)) return this.texts.many;
    const violation = await checkFile(file, Number(mostBytes));
    if (violation) return this.texts[violation];
    const all = sizes.reduce((sum, size) => sum + size, file.size);
    return all > Number(maxTotal) ? this.texts.all : undefined;
  }

  /** Takes over an uploaded file of a form that was sent back: without scripts, files are removed by checkboxes. */
  private takeOver(uploaded: HTMLElement): void {
    const { value } = uploaded.querySelector('input')!;
    const item = this.makeItem(uploaded.querySelector('span')!.textContent, Number(uploaded.dataset.size));
    setToken(item, value);
    uploaded.replaceWith(item);
  }

  /** Takes over a rejected file of a form that was sent back; the server's error is already shown above the field. */
  private takeOverRefused(shown: HTMLElement): void {
    shown.remove();
    this.addRefused(shown.querySelector('span')!.textContent, '');
  }

  /** The server also rejects a form that contains the name of the file. */
  private addRefused(name: string, reason: string): void {
    const item = cloneItem(this.form, '[data-refused-template]');
    this.setName(item, name);
    item.querySelector('input')!.value = encodeURIComponent(name);
    part(item, 'remove').addEventListener('click', () => {
      this.clearRefused(item);
      if (this.refusals.size === 0) clearFieldError(this.input);
      this.update();
      this.input.focus();
    });
    this.list.append(item);
    this.refusals.set(item, reason);
    this.update();
  }

  private clearRefused(item: HTMLElement): void {
    item.remove();
    this.refusals.delete(item);
  }

  /** Finds a file that was chosen before. It is replaced, because its content may have changed. */
  private findSame({ name, size }: File): HTMLElement | undefined {
    return this.items().find((item) => Number(item.dataset.size) === size && part(item, 'name').textContent === name);
  }

  private add(file: File): void {
    const same = this.findSame(file);
    if (same) this.remove(same);
    const leaving = new AbortController();
    const item = this.makeItem(file.name, file.size);
    this.uploads.set(item, leaving);
    this.list.append(item);
    const upload = new FileUpload(file, this.form, this.form.dataset.locale!);
    const start = () => this.track(this.upload(item, file, upload, leaving.signal));
    part(item, 'retry').addEventListener('click', () => {
      // The button disappears while it has the focus.
      part(item, 'remove').focus();
      start();
    });
    start();
  }

  private makeItem(name: string, size: number): HTMLElement {
    const item = cloneItem(this.form, '[data-file-template]');
    item.dataset.size = String(size);
    this.setName(item, name);
    part(item, 'size').textContent = formatBytes(size, this.form.dataset.locale!);
    part(item, 'progress').setAttribute('aria-label', name);
    part(item, 'remove').addEventListener('click', () => {
      this.remove(item);
      this.input.focus();
    });
    return item;
  }

  /** The buttons of each file have the same text, and are distinguished by the file's name. */
  private setName(item: HTMLElement, name: string): void {
    part(item, 'name').textContent = name;
    for (const button of item.querySelectorAll('button'))
      button.ariaLabel = labelled(button.textContent, name, this.form.dataset.locale!);
  }

  private remove(item: HTMLElement): void {
    this.uploads.get(item)?.abort();
    item.remove();
    this.update();
  }

  private track(piece: Promise<void>): void {
    this.work.add(piece);
    void piece.finally(() => this.work.delete(piece));
  }

  private async upload(item: HTMLElement, file: File, upload: FileUpload, signal: AbortSignal): Promise<void> {
    const progress = item.querySelector('progress')!;
    part(item, 'retry').hidden = true;
    delete item.dataset.lost;
    this.update();
    try {
      setToken(item, await upload.send((done) => (progress.value = done), signal));
      this.status.textContent = this.texts.uploaded.replace('{name}', () => file.name);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RefusedFile) {
        item.remove();
        this.addRefused(file.name, error.message);
      } else {
        part(item, 'retry').hidden = false;
        item.dataset.lost = this.texts.lost.replace('{name}', () => file.name);
      }
    }
    this.update();
  }

  /**
   * Shows errors, and whether a file is still required; the form cannot be sent as long as a file is incomplete or
   * rejected.
   */
  private update(): void {
    const lost = this.items().flatMap(({ dataset }) => dataset.lost ?? []);
    const errors = [...this.refusals.values(), ...lost].filter(Boolean).join('\n');
    if (this.refused.textContent !== errors) this.refused.textContent = errors;
    this.input.required = 'required' in this.input.dataset && this.items().length === 0;
    const names = this.refusedItems().map((item) => part(item, 'name').textContent);
    const refused = names.length > 0 ? [this.texts.refused.replace('{names}', () => names.join(', '))] : [];
    this.input.setCustomValidity([...refused, ...lost].join('\n'));
    // A form whose values are stored stores the list as well.
    this.form.dispatchEvent(new Event('input'));
  }

  private refusedItems(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('[data-refused-file]')];
  }

  private items(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('[data-file]')];
  }
}

/** Called when the upload is complete. */
function setToken(item: HTMLElement, token: string, at = Date.now()): void {
  item.dataset.at = String(at);
  const field = item.querySelector('input')!;
  field.value = token;
  field.disabled = false;
  part(item, 'progress').remove();
}

function cloneItem(form: HTMLFormElement, selector: string): HTMLElement {
  const template = form.querySelector<HTMLTemplateElement>(selector)!;
  return (template.content.cloneNode(true) as DocumentFragment).querySelector('li')!;
}

function part(item: HTMLElement, name: string): HTMLElement {
  return item.querySelector<HTMLElement>(`[data-file-${name}]`)!;
}
