import { DRAFTS_KEY } from './reload-target';

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
