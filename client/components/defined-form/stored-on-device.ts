import { CSRF_FIELD } from '#contract/applications/sent-form.js';

/** What changes with each page, and is nobody's typing. */
const OWN_TO_THE_PAGE = new Set([CSRF_FIELD, 'version', 'key', 'fields', 'list', 'go']);

/** @returns everything that was typed into a form, without files */
export function typedValues(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string') values.append(name, value);
  });
  return values;
}

/** Keeps what was typed in this browser, until the server has it. */
export function storeOnDevice(form: HTMLFormElement): void {
  const typed = [...typedValues(form)].filter(([name]) => !OWN_TO_THE_PAGE.has(name));
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing.
  }
}

/** @returns what was kept of this step and has not been sent */
export function storedOnDevice(form: HTMLFormElement): [name: string, value: string][] | undefined {
  try {
    const text = localStorage.getItem(keyOf(form));
    return text === null ? undefined : (JSON.parse(text) as [string, string][]);
  } catch {
    return undefined;
  }
}

export function forget(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept either.
  }
}

export function fillIn(form: HTMLFormElement, typed: readonly [name: string, value: string][]): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox')
      element.checked = typed.some(([name, value]) => name === element.name && value === element.value);
    else if (
      (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file') ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    )
      element.value = typed.find(([name]) => name === element.name)?.[1] ?? element.value;
  }
}

/** Of who writes (a device may be shared), what the form is about, or of a new one, and this step. */
function keyOf(form: HTMLFormElement): string {
  const { pathname, searchParams } = new URL(form.action);
  const about = searchParams.get('job') ?? searchParams.get('organization') ?? 'new';
  return `causeboard-form ${form.dataset.writer ?? ''} ${pathname} ${about} ${form.dataset.definedForm}`;
}
