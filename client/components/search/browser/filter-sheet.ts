import { FACET_VALUES } from './facet-values';
import type { ShownCounts } from './facet-counts';

/** Media query for widths at which the filters are a sheet. */
const NARROW = '(width < 1200px)';
/** Debounce interval: choices that follow each other faster are requested together, in milliseconds. */
const SETTLE_MS = 150;

/**
 * Shows the facets as a sheet over the page: the same fields, moved into a modal dialog while it is open (SEARCH-12).
 * If it is closed without being applied, changed choices are reset.
 *
 * @param answer returns the page with the results for the current choices; undefined if it cannot be fetched or other
 * choices were made meanwhile
 */
export function startFilterSheet(answer: () => Promise<Document | undefined>): {
  isOpen: () => boolean;
  close: () => void;
} {
  const sheet = document.getElementById('filters-sheet') as HTMLDialogElement;
  const slot = document.getElementById('filters-slot')!;
  const details = document.getElementById('filters')!;
  const body = () => document.getElementById('filters-body')!;
  let applied = false;
  let original: ShownCounts | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const updateCounts = async () => {
    const [page, { updateFacetCounts }] = await Promise.all([answer(), import('./facet-counts')]);
    if (!page || !sheet.open) return;
    const before = updateFacetCounts(body(), page);
    original ??= before;
  };
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('#filters > summary') && matchMedia(NARROW).matches) {
      event.preventDefault();
      applied = false;
      original = undefined;
      slot.append(body());
      sheet.showModal();
    } else if (target === sheet || target?.closest('[data-close]')) {
      sheet.close();
    }
  });
  sheet.addEventListener('change', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void updateCounts(), SETTLE_MS);
  });
  sheet.addEventListener('close', () => {
    clearTimeout(timer);
    if (!applied) restoreChoices(body(), original);
    details.append(body());
  });
  matchMedia(NARROW).addEventListener('change', () => sheet.close());
  return {
    isOpen: () => sheet.open,
    close: () => {
      applied = true;
      sheet.close();
    },
  };
}

/** Resets choices that were not applied; the event lets the count of results update itself. */
function restoreChoices(fields: HTMLElement, counts: ShownCounts | undefined): void {
  for (const [count, text] of counts ?? []) count.textContent = text;
  for (const box of fields.querySelectorAll<HTMLInputElement>(FACET_VALUES)) box.checked = box.defaultChecked;
  fields.closest('form')?.dispatchEvent(new Event('change'));
}
