import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';

/** Labels of terms by their ids. */
export function termNames(terms: TermCatalog, ids: readonly number[], language: string): Map<number, string> {
  return new Map(
    ids.flatMap((id) => {
      const term = terms.term(id, language);
      return term ? [[id, term.label] as const] : [];
    }),
  );
}

/** @returns what writes `50 km` as the language does */
export function kilometresIn(language: string): (distance: number) => string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' });
  return (distance) => format.format(distance);
}
