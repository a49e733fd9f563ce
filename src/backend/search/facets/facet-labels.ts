import type { SearchApiFacet } from '#contract/generated/resolvers.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import type { OrganizationNames } from '../../domain/organizations/organization-names.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { MISSING } from '../query/condition-groups.js';
import type { FacetCounts } from '../port/search.port.js';

/** Facet counts as the contract has them. What has no name any more is left out. */
export async function labelFacets(
  organizations: OrganizationNames,
  terms: TermCatalog,
  language: string,
  facets: readonly FacetCounts[],
): Promise<SearchApiFacet[]> {
  const ids = facets.flatMap(({ facet, values }) =>
    facet === 'company' ? values.flatMap(({ value }) => value ?? []) : [],
  );
  const names = await organizations.load(ids);
  return facets.map(({ facet, values }) => ({
    name: JOB_FACETS.find(({ name }) => name === facet)!.field,
    values: values.flatMap(({ value, count }) => {
      if (value === null) return { filter: MISSING, count, label: '', slug: null };
      const term = facet === 'company' ? undefined : terms.term(value, language);
      const label = facet === 'company' ? names.get(value) : term?.label;
      return label === undefined ? [] : { filter: String(value), count, label, slug: term?.slug ?? null };
    }),
  }));
}
