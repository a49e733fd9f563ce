/** Says before files are sent that they are too many or too large, and keeps a form from being sent twice. */
export function startContactForm(form: HTMLFormElement, signal: AbortSignal): void {
  const files = form.querySelector<HTMLInputElement>('input[type="file"]');
  const check = (): void => files?.setCustomValidity(isTooMuch(files) ? files.dataset.tooLarge! : '');
  files?.addEventListener('change', check);
  // They may have been chosen before this script was there.
  check();
  form.addEventListener('submit', () => {
    const button = form.querySelector<HTMLButtonElement>('button:not([type="button"])');
    const status = form.querySelector<HTMLElement>('[data-contact-status]');
    // After the browser has taken what is sent.
    setTimeout(() => {
      if (button) button.disabled = true;
      if (status) status.textContent = form.dataset.busy ?? '';
    });
  });
  // Back from the next page, the form is as it was.
  const reset = (): void => {
    const button = form.querySelector<HTMLButtonElement>('button:not([type="button"])');
    if (button) button.disabled = false;
    const status = form.querySelector<HTMLElement>('[data-contact-status]');
    if (status) status.textContent = '';
  };
  addEventListener('pageshow', reset, { signal });
}

function isTooMuch({ files, dataset }: HTMLInputElement): boolean {
  const sizes = [...(files ?? [])].map(({ size }) => size);
  return (
    sizes.length > Number(dataset.most) ||
    sizes.some((size) => size > Number(dataset.mostBytes)) ||
    sizes.reduce((sum, size) => sum + size, 0) > Number(dataset.maxTotal)
  );
}
