import type { TermCatalog } from '../../src/backend/reference/taxonomy/term-catalog.js';

/** @throws if no vocabulary has the term, which is a mistake in the demo data */
export function tidOf(slug: string, terms: TermCatalog): number {
  const term = terms.findBySlug(slug);
  if (!term) throw new Error(`The demo data names a term that no vocabulary has: ${slug}`);
  return term.tid;
}
