import { FACET_VALUES } from './facet-values';

/** Counts as the page had them, by the element that shows each. */
export type ShownCounts = Map<HTMLElement, string>;

/**
 * Writes the counts of another answer beside the choices that are shown, which stay as they are: ticked, filtered, unfolded.
 *
 * @param answer the page with the results of what is ticked
 * @returns what stood there before
 */
export function updateFacetCounts(shown: HTMLElement, answer: Document): ShownCounts {
  const fresh = answer.getElementById('filters-body');
  const before: ShownCounts = new Map();
  if (!fresh) return before;
  const counts = new Map(
    [...fresh.querySelectorAll<HTMLInputElement>(FACET_VALUES)].map((box) => [keyOf(box), countOf(box)]),
  );
  // Of a facet with very many values the page has the first ones only: how many jobs another one has is then not known.
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
