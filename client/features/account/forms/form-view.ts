import type { AccountViolation, AccountRule } from '#contract/accounts/account-rules.js';
import { type AccountFormName, checkAccountForm } from '#contract/accounts/account-forms.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { fieldId } from '../../../components/ui/forms/field-id';
import { showMessage } from '../../../lib/show-message';
import { enteredValues } from './entered-values';

/** What the server wrote into a form for its script. */
interface FormTexts {
  messages: Partial<Record<AccountRule, string>>;
  labels: Record<string, string>;
  failed: string;
  session: string;
}

/** An account form on a page: what is entered, and its states (idle, busy, errors). */
export class FormView {
  readonly form: HTMLFormElement;
  readonly name: AccountFormName;
  readonly texts: FormTexts;

  /** @param frame the element with `data-account-form` */
  constructor(private readonly frame: HTMLElement) {
    this.form = frame.querySelector('form')!;
    this.name = this.form.dataset.form as AccountFormName;
    this.texts = JSON.parse(this.form.dataset.texts!) as FormTexts;
    // The same rules, said in the page's own words.
    this.form.noValidate = true;
  }

  values(): Record<string, string> {
    return enteredValues(this.form);
  }

  /** What breaks a rule right now. */
  check(): FormError[] {
    return checkAccountForm[this.name](this.values()).map((violation) => this.errorOf(violation));
  }

  /** Says beside a field what is wrong with it, or that nothing is any more. */
  showField(name: string, errors: readonly FormError[]): void {
    const input = this.input(name);
    const place = this.form.querySelector(`[id="${fieldId(name)}-error"]`);
    if (!input || !place) return;
    const message = errors.find(({ field }) => field === name)?.message;
    place.textContent = message ?? '';
    if (message) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }

  isInvalid(name: string): boolean {
    return this.input(name)?.getAttribute('aria-invalid') === 'true';
  }

  /** Shows all errors, above the form and at its fields, and leads there. */
  showErrors(errors: readonly FormError[]): void {
    for (const name of Object.keys(this.texts.labels)) this.showField(name, errors);
    const ofFields = errors.filter(({ field }) => field !== null && field in this.texts.labels);
    const ofAll = errors.filter((error) => !ofFields.includes(error));
    const alerts = ofAll.map(({ message }) => this.alert(message));
    if (ofFields.length > 0) alerts.push(this.alert(undefined, ofFields));
    const list = this.frame.querySelector('[data-form-errors]')!;
    for (const old of list.querySelectorAll('[data-alert]')) old.remove();
    list.prepend(...alerts);
    alerts[0]?.focus();
    alerts[0]?.scrollIntoView({ block: 'nearest' });
  }

  /** While it is sent nothing but that is there; `false` brings the form back. */
  setBusy(busy: boolean): void {
    const status = this.frame.querySelector<HTMLElement>('[data-form-busy]')!;
    this.form.hidden = busy;
    status.hidden = !busy;
    status.textContent = busy ? status.dataset.formBusy! : '';
  }

  private alert(message: string | undefined, fields: readonly FormError[] = []): HTMLElement {
    const template = this.frame.querySelector<HTMLTemplateElement>('[data-form-errors] template')!;
    const alert = (template.content.cloneNode(true) as DocumentFragment).querySelector<HTMLElement>('[data-alert]')!;
    const words = alert.querySelector('p')!;
    if (message !== undefined) void showMessage(words, message);
    if (fields.length > 0) {
      const list = document.createElement('ul');
      list.append(...fields.map((error) => this.listItem(error)));
      words.after(list);
    }
    return alert;
  }

  private listItem({ field, message }: FormError): HTMLElement {
    const link = document.createElement('a');
    link.href = `#${fieldId(field!)}`;
    link.textContent = `${this.texts.labels[field!]}: ${message}`;
    const item = document.createElement('li');
    item.append(link);
    return item;
  }

  private errorOf({ field, rule }: AccountViolation): FormError {
    return { field: field ?? null, message: this.texts.messages[rule] ?? rule };
  }

  private input(name: string): HTMLInputElement | null {
    return this.form.querySelector(`input[id="${fieldId(name)}"]`);
  }
}
