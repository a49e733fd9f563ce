import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { SearchState } from '../search-state';
import type { SearchAnswer } from '../search-view';

/** `vocabulary` is null if the facet's values are not terms. */
export interface TermFacet {
  name: string;
  field: string;
  vocabulary: string | null;
}

export interface AbsentValue {
  facet: string;
  value: string;
  vocabulary: TermFacet['vocabulary'];
}

/** The selected values that are neither in the response nor in the path. */
export function absentValues(
  facets: readonly TermFacet[],
  { pathFacets }: Pick<PageRequest, 'pathFacets'>,
  state: SearchState,
  result: SearchAnswer,
): AbsentValue[] {
  return facets.flatMap(({ name, field, vocabulary }) => {
    const chosen = state.facets[name] ?? [];
    if (chosen.length === 0) return [];
    const found = result.facets.find((facet) => facet.name === field)?.values ?? [];
    return chosen
      .filter((value) => !found.some(({ filter }) => filter === value))
      .filter((value) => !pathFacets.some((named) => named.facet === name && named.value === value))
      .map((value) => ({ facet: name, value, vocabulary }));
  });
}

/** Terms, by vocabulary. */
type Terms = Readonly<Partial<Record<string, readonly { tid: number; label: string; slug: string }[]>>>;

/**
 * Adds names to the values, so that they can be shown and removed.
 * @param ask requests all terms; called only if there are such values
 */
export async function nameTerms(
  absent: readonly AbsentValue[],
  ask: () => Promise<GraphqlResult<Terms>>,
): Promise<PageRequest['pathFacets']> {
  if (!absent.some(({ vocabulary }) => vocabulary)) return [];
  const terms = await ask();
  if (!terms.ok) return [];
  return absent.flatMap(({ facet, value, vocabulary }) => {
    const term = vocabulary ? terms.data[vocabulary]?.find(({ tid }) => String(tid) === value) : undefined;
    return term ? [{ facet, value, label: term.label, slug: term.slug }] : [];
  });
}
