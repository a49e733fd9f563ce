/**
 * Shows below a field by how many characters its text is too long, while the user types or pastes. Nothing is
 * truncated.
 */
export function startLengthNote(field: HTMLInputElement | HTMLTextAreaElement): void {
  const note = field.closest('[data-field]')?.querySelector<HTMLElement>('[data-too-long]');
  if (!note) return;
  const most = Number(field.dataset.maxLength);
  const count = (): void => {
    const excess = field.value.length - most;
    note.textContent = excess > 0 ? note.dataset.tooLong!.replace('{count}', excess.toLocaleString(language())) : '';
    if (excess > 0) field.setAttribute('aria-invalid', 'true');
    else if (!field.getAttribute('aria-describedby')?.split(' ').some(hasText)) field.removeAttribute('aria-invalid');
  };
  field.addEventListener('input', count);
  count();
}

/** Whether another error is shown at the field. */
function hasText(id: string): boolean {
  return id.endsWith('-error') && document.getElementById(id)?.textContent !== '';
}

function language(): string {
  return document.documentElement.lang;
}
