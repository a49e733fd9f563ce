import { translator } from '#shared/text/translator.js';
import { readIslandPage } from '../../../lib/islands/island-page';
import { announce } from '../../../lib/soft/soft-navigation';
import { FACET_VALUES } from './facet-values';

/**
 * Shows only the values of a facet that contain the typed text. Values that the page does not contain yet are fetched
 * meanwhile. Called each time that the field gets the focus, so that they are requested again after a failure.
 */
export function startFacetFilter(input: HTMLInputElement): void {
  const fieldset = input.closest('fieldset')!;
  if (!input.dataset.started) {
    input.dataset.started = 'true';
    input.addEventListener('input', () => filter(input));
    // Enter would submit the form, although nothing has changed in it.
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
    });
    // Text that was typed while this script was loading.
    if (input.value) filter(input);
  }
  void loadWhole(fieldset);
}

/**
 * Shows all values of a facet, and moves the focus to the first new one.
 *
 * @returns false if they cannot be fetched
 */
export async function showWholeFacet(link: HTMLAnchorElement): Promise<boolean> {
  const fieldset = link.closest('fieldset')!;
  const before = new Set(valuesOf(fieldset).map(({ value }) => value));
  const details = await loadWhole(fieldset);
  if (!details) return false;
  // Later searches show all values of this facet as well.
  const whole = document.createElement('input');
  Object.assign(whole, { type: 'hidden', name: 'more', value: link.dataset.more });
  for (const other of fieldset.form?.querySelectorAll('input[name="more"]') ?? []) other.remove();
  fieldset.append(whole);
  valuesOf(details)
    .find(({ value }) => !before.has(value))
    ?.focus();
  return true;
}

const loading = new WeakMap<HTMLElement, Promise<HTMLElement | undefined>>();

/** @returns the list with the values that were added; undefined if there are none, or if they cannot be fetched */
function loadWhole(fieldset: HTMLFieldSetElement): Promise<HTMLElement | undefined> {
  const link = fieldset.querySelector<HTMLAnchorElement>('a[data-more]');
  if (!link) return Promise.resolve(undefined);
  const known = loading.get(link);
  if (known) return known;
  const loaded = fetchWhole(link).catch(() => undefined);
  loading.set(link, loaded);
  void loaded.then(() => loading.delete(link));
  return loaded;
}

async function fetchWhole(link: HTMLAnchorElement): Promise<HTMLElement | undefined> {
  const response = await fetch(link.href);
  if (!response.ok) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const details = page.querySelector<HTMLDetailsElement>(`details[data-keep="${link.dataset.more}"]`);
  const here = link.closest('details');
  if (!details || !here) return undefined;
  const ticked = new Set(valuesOf(here).flatMap(({ checked, value }) => (checked ? [value] : [])));
  details.open = here.open;
  for (const option of valuesOf(details)) if (ticked.has(option.value)) option.checked = true;
  here.replaceWith(document.adoptNode(details));
  const input = details.closest('fieldset')?.querySelector<HTMLInputElement>('[data-facet-filter]');
  if (input?.value) filter(input);
  return details;
}

function valuesOf(list: HTMLElement): HTMLInputElement[] {
  return [...list.querySelectorAll<HTMLInputElement>(FACET_VALUES)];
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
