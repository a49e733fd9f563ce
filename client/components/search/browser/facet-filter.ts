import { translator } from '#shared/text/translator.js';
import { readIslandPage } from '../../../lib/islands/island-page';
import { announce } from '../../../lib/soft/soft-navigation';

/**
 * Shows only the values of a facet that contain the typed text. Values that the page does not contain yet are fetched
 * first.
 */
export function startFacetFilter(input: HTMLInputElement): void {
  if (input.dataset.started) return;
  input.dataset.started = 'true';
  const whole = loadWhole(input);
  input.addEventListener('input', () => void whole.then(() => filter(input)));
  // Text that was typed while this script was loading.
  if (input.value) void whole.then(() => filter(input));
  // Enter would submit the form, although nothing has changed in it.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
}

async function loadWhole(input: HTMLInputElement): Promise<void> {
  const fieldset = input.closest('fieldset');
  const link = fieldset?.querySelector<HTMLAnchorElement>('a[data-more]');
  if (!fieldset || !link) return;
  const response = await fetch(link.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const box = page.querySelector(`[data-facet-filter="${input.dataset.facetFilter}"]`);
  const details = box?.closest('fieldset')?.querySelector('details');
  const here = fieldset.querySelector('details');
  if (!details || !here) return;
  const ticked = new Set([...here.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value));
  details.open = here.open;
  for (const option of details.querySelectorAll('input')) if (ticked.has(option.value)) option.checked = true;
  here.replaceWith(document.adoptNode(details));
}

function filter(input: HTMLInputElement): void {
  const fieldset = input.closest('fieldset')!;
  const wanted = fold(input.value.trim());
  let shown = 0;
  for (const label of fieldset.querySelectorAll('label')) {
    label.hidden = !fold(label.textContent).includes(wanted);
    if (!label.hidden) shown++;
  }
  const details = fieldset.querySelector('details');
  if (details && wanted) details.open = true;
  const { locale, messages } = readIslandPage();
  announce(translator(locale, messages)('island.shown', { count: shown }));
}

/** Normalises case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
