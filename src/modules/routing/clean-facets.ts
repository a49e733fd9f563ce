import { JOB_FACETS, type JobFacetName } from '../../contract/job-search.js';
import { countryBySlug } from './country-slugs.js';

/** Slug of a facet's term → the facet and the term. */
export type FacetSlugs = ReadonlyMap<string, { facet: JobFacetName; value: string; label: string }>;

/** Facet values that stand in the path of a search, in its order. */
export type PathFacets = readonly { facet: JobFacetName; value: string; label: string; slug: string }[];

/**
 * Reads what stands in the path of a search (ROUTE-14). Before the facets may stand the name of a country.
 *
 * @param most facet values that may stand there
 * @returns undefined when a part is neither, or there are too many
 */
export function readCleanPath(
  parts: readonly string[],
  slugs: FacetSlugs,
  most: number,
): { country?: string; pathFacets: PathFacets } | undefined {
  const country = slugs.has(parts[0]!) ? undefined : countryBySlug(parts[0]!);
  const terms = country ? parts.slice(1) : parts;
  if (terms.length > most) return undefined;
  const facets = terms.map((slug) => ({ slug, term: slugs.get(slug) }));
  if (facets.some(({ term }) => !term)) return undefined;
  return { country, pathFacets: facets.map(({ slug, term }) => ({ ...term!, slug })) };
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
