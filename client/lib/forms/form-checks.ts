import type { FormError } from '#contract/applications/sent-form.js';
import hidden from '../../components/ui/visually-hidden.module.css';
import { withColon } from '../../components/ui/forms/with-colon';
import { FormErrorView } from './form-error-view';

/** What the server wrote into a form for its checks (`data-checks`). */
export interface CheckTexts {
  /** By the rule. */
  messages: Readonly<Record<string, string>>;
  /** By the field; of the fields of entries see `labelIn`. */
  labels: Readonly<Record<string, string>>;
}

/** A rule that a form breaks, by the name that the page has for the field. @param message where it is no message of a rule */
export interface CheckedViolation {
  field?: string | null | undefined;
  rule: string;
  /** What the message of the rule names (`{max}`), besides what the server has written into it. */
  values?: Readonly<Record<string, string | number>> | undefined;
  message?: string | undefined;
}

/**
 * Checks a form by the rules that the server has too, before it is sent (VALID-03): a field when somebody leaves it, and at each change once
 * something is wrong with it; the whole form when it is to be sent.
 */
export class FormChecks {
  private readonly view: FormErrorView;
  private readonly texts: CheckTexts;
  /** Says what is wrong with a field that was left. At the field itself nobody hears it any more. */
  private readonly announcer: HTMLElement;
  /** The fields whose messages are not the server's. */
  private readonly found = new Set<string>();
  private isPressed = false;
  private left: string[] = [];

  /** @param violations of the form as it stands now */
  constructor(
    form: HTMLFormElement,
    private readonly violations: () => readonly CheckedViolation[],
    signal: AbortSignal,
  ) {
    this.texts = JSON.parse(form.dataset.checks!) as CheckTexts;
    this.view = new FormErrorView(form, form.parentElement!, (field) => labelIn(this.texts.labels, field));
    // The same rules, said in the page's own words.
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

  /** Shows everything that is wrong, and leads to the first of it. @returns false: the form may be sent */
  refuse(): boolean {
    const errors = this.errors();
    if (errors.length === 0) return false;
    this.left = [];
    this.announcer.textContent = '';
    this.update([...this.found, ...errors.map(({ field }) => field)], errors);
    const shown = this.view.shown();
    // Errors are read where the focus goes, each with its field. An alert would say them all a second time.
    this.view.showSummary(shown, false);
    const first = shown.find(({ field }) => this.found.has(field));
    if (first) this.view.focus(first.field);
    return true;
  }

  /** Checks a field as if somebody had left it. */
  checkField(field: string): void {
    this.left.push(field);
    this.checkLeft();
  }

  /** A field is checked once the focus is anywhere else, also of several controls. */
  private leave({ target, relatedTarget }: FocusEvent): void {
    const field = fieldOf(target);
    if (field === undefined || (relatedTarget instanceof Node && frameOf(target)?.contains(relatedTarget))) return;
    // Another window, such as the one to choose a file in, does not take anybody away from the field.
    if (!document.hasFocus()) return;
    this.left.push(field);
    // A line that comes now would move a button away from under the pointer that presses it.
    if (!this.isPressed) this.checkLeft();
  }

  private release(): void {
    this.isPressed = false;
    if (this.left.length > 0) this.checkLeft();
  }

  private checkLeft(): void {
    const errors = this.errors();
    const left = this.left.splice(0);
    // What the server, or an upload, has said of a field stays until the field is changed.
    const checked = left.filter((field) => this.found.has(field) || this.view.messageOf(field) === '');
    const before = checked.map((field) => this.view.messageOf(field));
    this.update(checked, errors);
    const said = checked.flatMap((field, index) => {
      const message = this.view.messageOf(field);
      if (!message || message === before[index]) return [];
      const label = this.view.labelOf(field);
      return [label === undefined ? message : `${withColon(label)} ${message}`];
    });
    if (said.length > 0) this.announcer.textContent = said.join(' ');
  }

  /** What was wrong is looked at once more, for one field may be right because of another one. */
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

/** Puts values into a message, with numbers as the page's language writes them. */
function filledIn(message: string, values: NonNullable<CheckedViolation['values']>): string {
  let text = message;
  for (const [name, value] of Object.entries(values))
    text = text.replace(`{${name}}`, value.toLocaleString(document.documentElement.lang));
  return text;
}

/** What a form sends as text; of a name that is there several times, all values joined by spaces, as the server reads them. */
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

/** Of an entry's field (`education.2.from`): the entry (`education.2`), and what the field is called in all of them (`education.from`). */
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
