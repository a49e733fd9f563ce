import type { AccountViolation, AccountRule } from '#contract/accounts/account-rules.js';
import { type AccountFormName, checkAccountForm } from '#contract/accounts/account-forms.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { FormErrorView } from '../../../lib/forms/form-error-view';
import { enteredValues } from './entered-values';

/** Texts that the server writes into a form for its script. */
interface FormTexts {
  messages: Partial<Record<AccountRule, string>>;
  labels: Record<string, string>;
  failed: string;
  session: string;
}

/** An account form on a page: its values and its states (idle, busy, errors). */
export class FormView {
  readonly form: HTMLFormElement;
  readonly name: AccountFormName;
  readonly texts: FormTexts;
  private readonly errors: FormErrorView;

  /** @param frame the element with `data-account-form` */
  constructor(private readonly frame: HTMLElement) {
    this.form = frame.querySelector('form')!;
    this.name = this.form.dataset.form as AccountFormName;
    this.texts = JSON.parse(this.form.dataset.texts!) as FormTexts;
    this.errors = new FormErrorView(this.form, frame, (field) => this.texts.labels[field]);
    // The script applies the same rules, with the page's own messages.
    this.form.noValidate = true;
  }

  values(): Record<string, string> {
    return enteredValues(this.form);
  }

  /** Returns the current violations of the rules. */
  check(): FormError[] {
    return checkAccountForm[this.name](this.values()).map((violation) => this.errorOf(violation));
  }

  /** Shows the error of a field beside it, or removes it. */
  showField(name: string, errors: readonly FormError[]): void {
    this.errors.showField(name, errors.find(({ field }) => field === name)?.message ?? '');
  }

  isInvalid(name: string): boolean {
    return this.errors.messageOf(name) !== '';
  }

  /** Shows all errors, above the form and at its fields, and moves the focus to them. */
  showErrors(errors: readonly FormError[]): void {
    for (const name of Object.keys(this.texts.labels)) this.showField(name, errors);
    const first = this.errors.showSummary(errors, true);
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }

  /** While the form is being sent, only the busy state is shown; `false` shows the form again. */
  setBusy(busy: boolean): void {
    const status = this.frame.querySelector<HTMLElement>('[data-form-busy]')!;
    this.form.hidden = busy;
    status.hidden = !busy;
    status.textContent = busy ? status.dataset.formBusy! : '';
  }

  private errorOf({ field, rule }: AccountViolation): FormError {
    return { field: field ?? null, message: this.texts.messages[rule] ?? rule };
  }
}
