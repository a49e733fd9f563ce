import { CLEAN_JOB_FACETS, JOB_FACETS, type JobFacetName } from '../../contract/job-search.js';

/** Slug of a facet's term → the facet and the term. */
export type FacetSlugs = ReadonlyMap<string, { facet: JobFacetName; value: string; label: string }>;

/** Facet values that stand in the path of a search, in its order. */
export type PathFacets = readonly { facet: JobFacetName; value: string; label: string; slug: string }[];

/** @returns undefined when a part is no term's slug, or there are more parts than a clean path has (ROUTE-14) */
export function readCleanFacets(parts: readonly string[], slugs: FacetSlugs): PathFacets | undefined {
  if (parts.length > CLEAN_JOB_FACETS) return undefined;
  const facets = parts.map((slug) => ({ slug, term: slugs.get(slug) }));
  if (facets.some(({ term }) => !term)) return undefined;
  return facets.map(({ slug, term }) => ({ ...term!, slug }));
}

/** @param terms by vocabulary, as the backend lists them */
export function facetSlugs(
  terms: Readonly<Record<string, readonly { tid: number; slug: string; label: string }[]>>,
): FacetSlugs {
  return new Map(
    JOB_FACETS.flatMap(({ name, vocabulary }) =>
      (vocabulary ? (terms[vocabulary] ?? []) : []).map(
        (term) => [term.slug, { facet: name, value: String(term.tid), label: term.label }] as const,
      ),
    ),
  );
}
