/** Lets somebody search the long lists of a form: typing hides the choices that do not have the words. */
export function startChoiceSearch(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLElement>('[data-choice-search]')) watch(box);
}

function watch(box: HTMLElement): void {
  const input = box.querySelector('input')!;
  const status = box.querySelector<HTMLElement>('[role="status"]')!;
  const choices = [...box.nextElementSibling!.querySelectorAll('label')].map((label) => ({
    label,
    text: folded(label.textContent),
  }));
  const search = (): void => {
    const words = folded(input.value).split(/\s+/).filter(Boolean);
    for (const { label, text } of choices) label.hidden = !words.every((word) => text.includes(word));
    const shown = choices.filter(({ label }) => !label.hidden).length;
    status.textContent =
      words.length === 0
        ? ''
        : status.dataset.text!.replace('{count}', String(shown)).replace('{total}', String(choices.length));
  };
  input.addEventListener('input', (event) => {
    // It is no answer that is to be saved.
    event.stopPropagation();
    search();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      input.value = '';
      search();
    }
    // Otherwise it would send the form.
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  });
  box.hidden = false;
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
