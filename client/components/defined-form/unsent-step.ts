import { CSRF_ACCOUNT_FIELD, CSRF_FIELD } from '#contract/applications/sent-form.js';
import { defaultOf, type TypedField } from '../../lib/forms/form-checks';

/** Fields that change with each page and are not typed by the user. */
const OWN_TO_THE_PAGE = new Set([CSRF_FIELD, CSRF_ACCOUNT_FIELD, 'version', 'key', 'fields', 'list', 'go']);

/** Version of a record that was never saved. */
const NEW_VERSION = '0';

/** Values of the fields of a step, as they are sent. */
type StepValues = readonly (readonly [name: string, value: string])[];

/** Values of a step that are stored in this browser until the server has stored them. */
interface Unsent {
  typed: StepValues;
  /** Version of the form on which they are based. */
  version: string;
  /** Values of the step that the user has seen or sent before; if the server has others, somebody else has changed the step. */
  known: readonly StepValues[];
  /** Whether the form was submitted with them. */
  isSubmitted: boolean;
}

/** What was typed into a step and is not known to be stored by the server, in the storage of this browser. */
export class UnsentStep {
  /** Values that the server had at the version of the form. */
  private based: readonly StepValues[];
  /** Values that the server may have stored since. */
  private sent: readonly StepValues[] = [];

  constructor(private readonly form: HTMLFormElement) {
    this.based = [defaultValues(form)];
  }

  store(isSubmitted = false): void {
    const { form } = this;
    const known = [...this.based, ...this.sent];
    const unsent: Unsent = { typed: stepValues(sentValues(form)), version: versionOf(form), known, isSubmitted };
    try {
      localStorage.setItem(keyOf(form), JSON.stringify(unsent));
    } catch {
      // The browser does not allow storage.
    }
  }

  get isStored(): boolean {
    return this.read() !== undefined;
  }

  forget(): void {
    try {
      localStorage.removeItem(keyOf(this.form));
    } catch {
      // Without storage, nothing was stored.
    }
  }

  /** Must be called before the values are sent. */
  sending(sent: URLSearchParams): void {
    this.sent = [stepValues(sent)];
  }

  /** Must be called when the server has stored the values, before the form gets the new version. */
  arrived(sent: URLSearchParams): void {
    this.based = [stepValues(sent)];
    this.sent = [];
    this.forget();
  }

  /**
   * Fills in the stored values of the step. If somebody else has changed the step since, they are sent with their own version, so that the
   * server reports the conflict.
   *
   * @param except fields that stay as they are
   * @returns undefined if there are none, or they have arrived; otherwise whether the page had other values
   */
  restore(except: ReadonlySet<Element>): { isDifferent: boolean } | undefined {
    const { form } = this;
    const unsent = this.read();
    if (!unsent) return undefined;
    if (hasArrived(form, unsent)) {
      this.forget();
      return undefined;
    }
    const { typed, version, known, isSubmitted } = unsent;
    if (version !== versionOf(form) && (isSubmitted || !known.some((values) => isShown(form, values)))) {
      this.based = known;
      setVersion(form, version);
    }
    const isDifferent = !isShown(form, typed);
    fillIn(form, typed, except);
    return { isDifferent };
  }

  private read(): Unsent | undefined {
    try {
      const text = localStorage.getItem(keyOf(this.form));
      if (text === null) return undefined;
      // What an earlier release has stored lacks some properties.
      const { typed = [], version = '', known = [], isSubmitted = false } = JSON.parse(text) as Partial<Unsent>;
      return { typed, version, known, isSubmitted };
    } catch {
      return undefined;
    }
  }
}

/** Whether the values of the step are those that were sent. */
export function isUnchanged(form: HTMLFormElement, sent: URLSearchParams): boolean {
  return JSON.stringify(stepValues(sent)) === JSON.stringify(stepValues(sentValues(form)));
}

function stepValues(sent: URLSearchParams): StepValues {
  return [...sent].filter(([name]) => !OWN_TO_THE_PAGE.has(name));
}

/** @returns all values of a form, without files */
export function sentValues(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string') values.append(name, value);
  });
  return values;
}

/** Whether the record of a form was never saved. */
export function isNew(form: HTMLFormElement): boolean {
  return versionOf(form) === NEW_VERSION;
}

export function setVersion(form: HTMLFormElement, version: string): void {
  const field = versionField(form);
  if (field) field.value = version;
}

function versionOf(form: HTMLFormElement): string {
  return versionField(form)?.value ?? NEW_VERSION;
}

function versionField(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>('input[name="version"]');
}

/**
 * Whether the server has stored values. Submitted values have arrived if the step has neither its earlier values nor its earlier version: the
 * server may have corrected them. A new record is at its first version again: it was not saved if the browser returns to the form.
 */
function hasArrived(form: HTMLFormElement, { typed, version, known, isSubmitted }: Unsent): boolean {
  if (version === versionOf(form)) return isSubmitted && isNew(form) && isNavigatedTo();
  return isShown(form, typed) || (isSubmitted && !known.some((values) => isShown(form, values)));
}

/** Whether the page was opened by an address: a browser fills in the forms of pages that it reloads, or goes back to. */
export function isNavigatedTo(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

/** The fields that the user fills in, other than files. */
function fieldsOf(form: HTMLFormElement): TypedField[] {
  const fields = [...form.elements].filter(
    (element): element is TypedField =>
      (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file') ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  );
  // The text field of a combobox has no name.
  return fields.filter(({ name }) => name !== '');
}

/** @returns the values that the server has sent with the page */
function defaultValues(form: HTMLFormElement): StepValues {
  return fieldsOf(form).flatMap((field) => {
    if (isCheckbox(field)) return field.defaultChecked ? [[field.name, field.value] as const] : [];
    return [[field.name, defaultOf(field)] as const];
  });
}

/** Whether the server has sent these values with the page, whatever was typed since. */
function isShown(form: HTMLFormElement, values: StepValues): boolean {
  return fieldsOf(form).every((field) => {
    if (isCheckbox(field)) return field.defaultChecked === isTicked(field, values);
    const value = valueIn(values, field);
    // A rich text is sent as HTML by its editor, and as plain text without it.
    return value === undefined || value === defaultOf(field) || value === field.dataset.html;
  });
}

function fillIn(form: HTMLFormElement, values: StepValues, except: ReadonlySet<Element>): void {
  for (const field of fieldsOf(form)) {
    if (except.has(field)) continue;
    if (isCheckbox(field)) field.checked = isTicked(field, values);
    else field.value = valueIn(values, field) ?? field.value;
  }
}

function isCheckbox(field: TypedField): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function isTicked(box: HTMLInputElement, values: StepValues): boolean {
  return values.some(([name, value]) => name === box.name && value === box.value);
}

function valueIn(values: StepValues, field: TypedField): string | undefined {
  return values.find(([name]) => name === field.name)?.[1];
}

/**
 * Key of the stored values: the user (a device may be shared), the edited record or a marker for a new one, and the
 * step.
 */
function keyOf(form: HTMLFormElement): string {
  const { pathname, searchParams } = new URL(form.action);
  const about = searchParams.get('job') ?? searchParams.get('organization') ?? 'new';
  return `causeboard-form ${form.dataset.writer ?? ''} ${pathname} ${about} ${form.dataset.definedForm}`;
}
