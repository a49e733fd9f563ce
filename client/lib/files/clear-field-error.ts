/**
 * Removes the error of a submitted field, below the field and in the summary above the form, because another value has
 * been chosen since.
 */
export function clearFieldError(input: HTMLInputElement): void {
  document.getElementById(`${input.id}-error`)?.replaceChildren();
  input.removeAttribute('aria-invalid');
  for (const link of document.querySelectorAll(`[data-form-errors] li a[href="#${CSS.escape(input.id)}"]`)) {
    const alert = link.closest('[data-alert]');
    link.closest('li')!.remove();
    if (alert && !alert.querySelector('li')) alert.remove();
  }
}
