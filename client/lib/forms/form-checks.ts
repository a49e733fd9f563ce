import type { FormError } from '#contract/applications/sent-form.js';
import hidden from '../../components/ui/visually-hidden.module.css';
import { withColon } from '../../components/ui/forms/field-labels';
import { FormErrorView } from './form-error-view';

/** Texts that the server writes into a form for its checks (`data-checks`). */
export interface CheckTexts {
  /** Messages, by rule. */
  messages: Readonly<Record<string, string>>;
  /** Labels, by field; for fields of entries see `labelIn`. */
  labels: Readonly<Record<string, string>>;
}

/**
 * A violation of a form's rule, with the field's name on the page.
 *
 * @param message set if the message is not that of the rule
 */
export interface CheckedViolation {
  field?: string | null | undefined;
  rule: string;
  /** Placeholder values for the message of the rule (`{max}`), in addition to those that the server has filled in. */
  values?: Readonly<Record<string, string | number>> | undefined;
  message?: string | undefined;
}

/**
 * Validates a form by the server's rules before it is sent (VALID-03): a field on blur, an invalid field at each
 * change, and the whole form on submit.
 */
export class FormChecks {
  private readonly view: FormErrorView;
  private readonly texts: CheckTexts;
  /** Announces the error of a field that has lost the focus: screen readers no longer read the message at the field. */
  private readonly announcer: HTMLElement;
  /** Fields whose messages were found by this script, not by the server. */
  private readonly found = new Set<string>();
  private isPressed = false;
  private left: string[] = [];

  /** @param violations returns the violations of the form's current values */
  constructor(
    form: HTMLFormElement,
    private readonly violations: () => readonly CheckedViolation[],
    signal: AbortSignal,
  ) {
    this.texts = JSON.parse(form.dataset.checks!) as CheckTexts;
    this.view = new FormErrorView(form, form.parentElement!, (field) => labelIn(this.texts.labels, field));
    // The script applies the same rules, with the page's own messages.
    form.noValidate = true;
    this.announcer = document.createElement('p');
    this.announcer.className = hidden.hidden!;
    this.announcer.setAttribute('role', 'status');
    form.append(this.announcer);
    form.addEventListener('focusout', (event) => this.leave(event));
    for (const type of ['input', 'change']) form.addEventListener(type, ({ target }) => this.change(fieldOf(target)));
    form.addEventListener('reset', () => this.update([...this.found], []));
    form.parentElement!.addEventListener('click', (event) => this.click(event), { signal });
    document.addEventListener('pointerdown', () => (this.isPressed = true), { capture: true, signal });
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, () => setTimeout(() => this.release()), { capture: true, signal });
  }

  /** Shows all errors, and focuses the first one. @returns false if the form can be sent */
  refuse(): boolean {
    const errors = this.errors();
    if (errors.length === 0) return false;
    this.left = [];
    this.announcer.textContent = '';
    this.update([...this.found, ...errors.map(({ field }) => field)], errors);
    const shown = this.view.shown();
    // Screen readers read an error when its field gets the focus. An alert would announce all of them a second time.
    this.view.showSummary(shown, false);
    const first = shown.find(({ field }) => this.found.has(field));
    if (first) this.view.focus(first.field);
    return true;
  }

  /** Validates a field as on blur. */
  checkField(field: string): void {
    this.left.push(field);
    this.checkLeft();
  }

  /** A field, which may have several controls, is validated once the focus is outside of it. */
  private leave({ target, relatedTarget }: FocusEvent): void {
    const field = fieldOf(target);
    if (field === undefined || (relatedTarget instanceof Node && frameOf(target)?.contains(relatedTarget))) return;
    // If another window has the focus, such as a file dialog, the user has not left the field.
    if (!document.hasFocus()) return;
    this.left.push(field);
    // A message inserted now would move a button away from under the pointer that is pressing it.
    if (!this.isPressed) this.checkLeft();
  }

  private release(): void {
    this.isPressed = false;
    if (this.left.length > 0) this.checkLeft();
  }

  private checkLeft(): void {
    const errors = this.errors();
    const left = this.left.splice(0);
    // Errors from the server, or from an upload, stay until the field is changed.
    const checked = left.filter((field) => this.found.has(field) || this.view.messageOf(field) === '');
    const before = checked.map((field) => this.view.messageOf(field));
    this.update(checked, errors);
    const said = checked.flatMap((field, index) => {
      const message = this.view.messageOf(field);
      if (!message || message === before[index]) return [];
      const label = this.view.labelOf(field);
      return [label === undefined ? message : `${withColon(label, document.documentElement.lang)} ${message}`];
    });
    if (said.length > 0) this.announcer.textContent = said.join(' ');
  }

  /** Validates all invalid fields again, because one field may become valid through a change of another one. */
  private change(field: string | undefined): void {
    const changed = field !== undefined && this.view.messageOf(field) !== '' ? [field] : [];
    this.announcer.textContent = '';
    if (this.found.size > 0 || changed.length > 0) this.update([...this.found, ...changed], this.errors());
  }

  private update(fields: readonly string[], errors: readonly { field: string; message: string }[]): void {
    for (const field of new Set(fields)) {
      const message = errors.find((error) => error.field === field)?.message ?? '';
      this.view.showField(field, message);
      this.view.updateSummary(field, message);
      if (message) this.found.add(field);
      else this.found.delete(field);
    }
  }

  private errors(): (FormError & { field: string })[] {
    return this.violations().flatMap(({ field, rule, values = {}, message = this.texts.messages[rule] ?? rule }) =>
      field == null ? [] : [{ field, message: filledIn(message, values) }],
    );
  }

  private click(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const close = target?.closest('[data-form-errors] [data-close-alert]');
    const link = target?.closest<HTMLAnchorElement>('[data-form-errors] [data-alert] li a');
    if (!close && !link) return;
    event.preventDefault();
    if (link) {
      this.view.focus(link.hash.slice('#field-'.length));
      return;
    }
    close!.closest('[data-alert]')!.remove();
    const [first] = this.view.shown();
    if (first) this.view.focus(first.field);
  }
}

/** Inserts values into a message, with numbers formatted in the page's language. */
function filledIn(message: string, values: NonNullable<CheckedViolation['values']>): string {
  let text = message;
  for (const [name, value] of Object.entries(values))
    text = text.replace(`{${name}}`, value.toLocaleString(document.documentElement.lang));
  return text;
}

/** Values of a form as text; several values with the same name are joined by spaces, as the server reads them. */
export function sentTexts(form: HTMLFormElement, joined: (name: string) => boolean): Record<string, string> {
  const sent: Record<string, string> = {};
  new FormData(form).forEach((value, name) => {
    if (typeof value !== 'string') return;
    const before = sent[name];
    if (before === undefined) sent[name] = value;
    else if (joined(name)) sent[name] = `${before} ${value}`.trim();
  });
  return sent;
}

export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the value of a field is not the one that the server has sent. */
export function isTyped(field: TypedField): boolean {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return field.value !== defaultOf(field);
}

/** The value that the server has sent, of a field that is not a checkbox. */
export function defaultOf(field: TypedField): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/**
 * The label of an entry's field (`education.2.from`): the label of the entry (`education.2`), and the field's common
 * label (`education.from`).
 */
function labelIn(labels: CheckTexts['labels'], field: string): string | undefined {
  const [name = '', number, own] = field.split('.');
  if (own === undefined) return labels[field];
  const [entry, ownLabel] = [labels[`${name}.${number}`], labels[`${name}.${own}`]];
  return entry === undefined || ownLabel === undefined ? undefined : `${entry}, ${ownLabel}`;
}

function frameOf(target: EventTarget | null): HTMLElement | null | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-field]') : undefined;
}

function fieldOf(target: EventTarget | null): string | undefined {
  return frameOf(target)?.dataset.field;
}
