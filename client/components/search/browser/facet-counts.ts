import { FACET_VALUES } from './facet-values';

/** Counts that the page showed originally, by the element that shows them. */
export type ShownCounts = Map<HTMLElement, string>;

/**
 * Writes the counts of another response beside the visible choices, which keep their state: ticked, filtered, unfolded.
 *
 * @param answer the page with the results for the ticked choices
 * @returns the counts that were shown before
 */
export function updateFacetCounts(shown: HTMLElement, answer: Document): ShownCounts {
  const fresh = answer.getElementById('filters-body');
  const before: ShownCounts = new Map();
  if (!fresh) return before;
  const counts = new Map(
    [...fresh.querySelectorAll<HTMLInputElement>(FACET_VALUES)].map((box) => [keyOf(box), countOf(box)]),
  );
  // A page contains only the first values of a facet with very many values: the number of jobs for other values is
  // unknown.
  const cut = new Set([...fresh.querySelectorAll<HTMLElement>('a[data-more]')].map((link) => link.dataset.more ?? ''));
  for (const box of shown.querySelectorAll<HTMLInputElement>(FACET_VALUES)) {
    const count = countOf(box);
    if (!count) continue;
    before.set(count, count.textContent);
    const known = counts.get(keyOf(box))?.textContent;
    count.textContent = known ?? (cut.has(box.name) ? '' : '0');
  }
  return before;
}

function countOf(box: HTMLInputElement): HTMLElement | null {
  return box.closest('label')?.querySelector('small') ?? null;
}

function keyOf({ name, value }: HTMLInputElement): string {
  return `${name} ${value}`;
}
