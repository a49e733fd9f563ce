import type { SearchApiFacet } from '#contract/generated/resolvers.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { MISSING } from '../query/condition-groups.js';
import type { SearchAnswer } from '../port/search.port.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';

/** Facet counts as the contract has them, where values are terms. What has no name any more is left out. */
export function termFacets(
  index: DirectoryIndex,
  terms: TermCatalog,
  language: string,
  facets: SearchAnswer<DirectoryKind>['facets'],
): SearchApiFacet[] {
  return facets.map(({ facet, values }) => ({
    name: index.facets.find(({ name }) => name === facet)!.field,
    values: values.flatMap(({ value, count }) => {
      if (value === null) return { filter: MISSING, count, label: '', slug: null };
      const term = terms.term(value, language);
      return term ? { filter: String(value), count, label: term.label, slug: term.slug } : [];
    }),
  }));
}
