/**
 * Takes away what the page says about a field that was sent, below the field and in the summary above the form: something else has been chosen
 * since.
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
