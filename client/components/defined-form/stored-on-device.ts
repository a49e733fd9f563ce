import { CSRF_FIELD } from '#contract/applications/sent-form.js';

/** Fields that change with each page and are not typed by the user. */
const OWN_TO_THE_PAGE = new Set([CSRF_FIELD, 'version', 'key', 'fields', 'list', 'go']);

/** @returns all values typed into a form, without files */
export function typedValues(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    if (typeof value === 'string') values.append(name, value);
  });
  return values;
}

/** Keeps the typed values in this browser until the server has stored them. */
export function storeOnDevice(form: HTMLFormElement): void {
  const typed = [...typedValues(form)].filter(([name]) => !OWN_TO_THE_PAGE.has(name));
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {
    // The browser does not allow storage.
  }
}

/** @returns the stored values of this step that have not been sent yet */
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
    // Without storage, nothing was kept.
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

/**
 * Key of the stored values: the user (a device may be shared), the edited record or a marker for a new one, and the
 * step.
 */
function keyOf(form: HTMLFormElement): string {
  const { pathname, searchParams } = new URL(form.action);
  const about = searchParams.get('job') ?? searchParams.get('organization') ?? 'new';
  return `causeboard-form ${form.dataset.writer ?? ''} ${pathname} ${about} ${form.dataset.definedForm}`;
}
