import type { FormError } from '#contract/applications/sent-form.js';
import { fieldId, withColon } from '../../components/ui/forms/field-labels';
import { showMessage } from '../show-message';

const PLACE = /^field-(.+)-error$/;

/**
 * The elements of a page in which the server renders the errors of a form: below each field, and above the form.
 * Scripts use them too.
 */
export class FormErrorView {
  /**
   * @param frame contains the form and the errors above it (`data-form-errors`)
   * @param labelOf returns a field's label for the summary; undefined if the error concerns the whole form
   */
  constructor(
    readonly form: HTMLFormElement,
    private readonly frame: ParentNode,
    readonly labelOf: (field: string) => string | undefined,
  ) {}

  /** The current errors below fields, in the order of the page. */
  shown(): { field: string; message: string }[] {
    return [...this.form.querySelectorAll('[id$="-error"]')].flatMap(({ id, textContent }) => {
      const [, field] = PLACE.exec(id) ?? [];
      return field !== undefined && textContent ? [{ field, message: textContent }] : [];
    });
  }

  messageOf(field: string): string {
    return this.placeOf(field)?.textContent ?? '';
  }

  /** Shows the error of a field below it. @param message empty to remove it */
  showField(field: string, message: string): void {
    const place = this.placeOf(field);
    if (!place) return;
    // An unchanged message must not be announced again.
    if (place.textContent !== message) place.textContent = message;
    const control = this.control(field);
    // The editor replaces its text area but may be recreated from it.
    for (const each of [control, document.getElementById(`${fieldId(field)}-source`)]) {
      const shown = each instanceof HTMLFieldSetElement ? each.querySelector('[role="combobox"]') : each;
      if (!shown || /^H\d$/.test(shown.tagName)) continue;
      if (message) shown.setAttribute('aria-invalid', 'true');
      else shown.removeAttribute('aria-invalid');
    }
  }

  /**
   * @param isAlert whether it is announced immediately; otherwise the focus moves elsewhere
   *
   * @returns the first element above the form
   */
  showSummary(errors: readonly FormError[], isAlert: boolean): HTMLElement | undefined {
    const ofFields = errors.filter(({ field }) => field !== null && this.labelOf(field) !== undefined);
    const ofAll = errors.filter((error) => !ofFields.includes(error));
    const alerts = ofAll.map(({ message }) => this.makeAlert(message));
    if (ofFields.length > 0) alerts.push(this.makeAlert(undefined, ofFields));
    if (!isAlert) for (const alert of alerts) alert.removeAttribute('role');
    const list = this.frame.querySelector('[data-form-errors]');
    for (const old of list?.querySelectorAll('[data-alert]') ?? []) old.remove();
    list?.prepend(...alerts);
    return alerts[0];
  }

  /** Removes a field's error from the summary, or changes it. */
  updateSummary(field: string, message: string): void {
    for (const link of this.frame.querySelectorAll(`[data-form-errors] li a[href="#${CSS.escape(fieldId(field))}"]`)) {
      if (message) {
        void showMessage(link.querySelector<HTMLElement>('span')!, message);
        continue;
      }
      const alert = link.closest('[data-alert]');
      link.closest('li')!.remove();
      if (alert && !alert.querySelector('li')) alert.remove();
    }
  }

  /** Focuses a field and scrolls to it. */
  focus(field: string): void {
    const control = this.control(field);
    const details = control?.closest('details');
    if (details) details.open = true;
    const target =
      control instanceof HTMLFieldSetElement
        ? (control.querySelector<HTMLElement>('input:not([hidden] input)') ?? control)
        : control;
    target?.focus();
  }

  private control(field: string): HTMLElement | null {
    return this.form.querySelector<HTMLElement>(`[id="${fieldId(field)}"]`);
  }

  private placeOf(field: string): HTMLElement | null {
    return this.form.querySelector<HTMLElement>(`[id="${fieldId(field)}-error"]`);
  }

  private makeAlert(message: string | undefined, fields: readonly FormError[] = []): HTMLElement {
    const template = this.frame.querySelector<HTMLTemplateElement>('[data-form-errors] template')!;
    const alert = (template.content.cloneNode(true) as DocumentFragment).querySelector<HTMLElement>('[data-alert]')!;
    const words = alert.querySelector('p')!;
    if (message !== undefined) void showMessage(words, message);
    if (fields.length > 0) {
      const list = document.createElement('ul');
      list.append(...fields.map((error) => this.makeItem(error)));
      words.after(list);
    }
    return alert;
  }

  private makeItem({ field, message }: FormError): HTMLElement {
    const link = document.createElement('a');
    link.href = `#${fieldId(field!)}`;
    const words = document.createElement('span');
    void showMessage(words, message);
    link.append(withColon(this.labelOf(field!)!, document.documentElement.lang), ' ', words);
    const item = document.createElement('li');
    item.append(link);
    return item;
  }
}
