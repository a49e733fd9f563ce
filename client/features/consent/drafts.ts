import type { ConsentService } from '#contract/consent/consent-services.js';

/** Key of the typed values that a tab saves for a reload. */
const DRAFTS_KEY = 'causeboard-drafts';

const KEY = 'causeboard-consent-reload';

/** A page that was reloaded because of a decision is reloaded for the same decision again only after this time. */
const MAX_AGE_MS = 30_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Value of a field that was not sent. `at`: index among the fields of that name. */
interface Draft {
  name: string;
  at: number;
  value: string;
  checked?: boolean;
}

/** Field types that are not saved: passwords must not be stored, and files cannot be. */
const UNSAVED_TYPES = new Set(['password', 'hidden', 'file', 'submit', 'button', 'reset', 'image']);

/** Saves typed values for the same page after a reload. */
export function saveDrafts(): void {
  const drafts: Draft[] = [];
  for (const field of document.querySelectorAll<Field>('input[name],textarea[name],select[name]')) {
    if (UNSAVED_TYPES.has(field.type) || !isChanged(field)) continue;
    const { name, value } = field;
    const at = [...document.getElementsByName(name)].indexOf(field);
    drafts.push({ name, at, value, checked: isTickable(field) ? field.checked : undefined });
  }
  try {
    sessionStorage.setItem(DRAFTS_KEY, JSON.stringify({ page: pageKey(), drafts }));
  } catch {
    // Without storage, most browsers restore typed values themselves after a reload.
  }
}

/** Restores the values that were saved for this page, once. */
export function restoreDrafts(): void {
  try {
    const { page, drafts } = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '{}') as {
      page?: string;
      drafts?: Draft[];
    };
    sessionStorage.removeItem(DRAFTS_KEY);
    if (page !== pageKey()) return;
    for (const draft of drafts ?? []) restore(draft);
  } catch {
    // Nothing was saved.
  }
}

function restore({ name, at, value, checked }: Draft): void {
  const field = document.getElementsByName(name)[at] as Field | undefined;
  if (!field) return;
  if (isTickable(field)) field.checked = checked ?? field.checked;
  else if (field.value === value) return;
  else field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isTickable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function isTickable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function pageKey(): string {
  return location.pathname + location.search;
}

/**
 * Remembers in this tab for which services the page is reloaded. Otherwise, a provider that reports a different state
 * at first and the final one a moment later would cause endless reloads.
 */
export function rememberReload(granted: readonly ConsentService[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ granted, at: Date.now() }));
  } catch {
    // Without storage, the browser does not remember decisions either.
  }
}

/** @returns the services for which the page has just been reloaded; undefined if it was not reloaded */
export function reloadTarget(): readonly ConsentService[] | undefined {
  try {
    const { granted, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{"at":0}') as {
      granted?: ConsentService[];
      at: number;
    };
    return Date.now() - at < MAX_AGE_MS ? granted : undefined;
  } catch {
    return undefined;
  }
}

/** Whether typed values were saved before a reload. */
export function hasDrafts(): boolean {
  try {
    return sessionStorage.getItem(DRAFTS_KEY) !== null;
  } catch {
    return false;
  }
}
