import {
  FacetTermsDocument,
  OrganizationFacetTermsDocument,
  type TypedDocumentString,
} from '#contract/generated/operations.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { ORGANIZATION_FACETS } from '#contract/search/organization-search.js';
import { ORGANIZATIONS_PATH, slugify } from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';

/** Maps the slug of a term to its facet and the term. */
export type FacetSlugs = ReadonlyMap<string, { facet: string; value: string; label: string }>;

/** Facet values in the path of a search, in their order. */
export type PathFacets = readonly { facet: string; value: string; label: string; slug: string }[];

/**
 * Parses the path of a search (ROUTE-14). The name of a country may precede the facets.
 *
 * @param most maximum number of facet values
 * @returns undefined if a segment is neither, or there are too many
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

type TermsByVocabulary = Readonly<Partial<Record<string, readonly { tid: number; slug: string; label: string }[]>>>;

interface CleanFacet {
  name: string;
  /** null if its values are not terms of a vocabulary. */
  vocabulary: string | null;
}

/** Facets that may occur in the path of a search, and the query for the names of their values. */
export interface CleanFacets {
  facets: readonly CleanFacet[];
  terms: TypedDocumentString<TermsByVocabulary, Record<string, never>>;
}

/** @param page a logical route of `client/pages` */
export function cleanFacetsOf(page: string, { fieldsOfStudy }: Pick<SiteFeatures, 'fieldsOfStudy'>): CleanFacets {
  if (page !== ORGANIZATIONS_PATH) return { facets: JOB_FACETS, terms: FacetTermsDocument };
  const facets = ORGANIZATION_FACETS.filter(({ name }) => name !== 'field_of_study' || fieldsOfStudy);
  return { facets, terms: OrganizationFacetTermsDocument };
}

/** @param terms terms by vocabulary, in the backend's order */
export function facetSlugs(facets: readonly CleanFacet[], terms: TermsByVocabulary): FacetSlugs {
  return new Map(
    facets.flatMap(({ name, vocabulary }) =>
      (vocabulary ? (terms[vocabulary] ?? []) : []).map(
        (term) => [term.slug, { facet: name, value: String(term.tid), label: term.label }] as const,
      ),
    ),
  );
}

const LANGUAGES = ['en', 'de', 'fr'];
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
let slugs: Map<string, string> | undefined;

/** @returns the ISO code of a country by its name in a path, in any language of the product, such as `canada` or `deutschland` */
function countryBySlug(slug: string): string | undefined {
  slugs ??= new Map(LANGUAGES.flatMap(countryNames));
  return slugs.get(slug);
}

function countryNames(language: string): [slug: string, code: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[slugify(name), code]];
  });
}
