import type { SearchJobsQuery, UnderstoodJobsQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { ReadChoice } from './read-choices';
import type { SearchKind, SearchState } from './search-state';

type Answer = SearchJobsQuery['searchAPISearch'];
export type WayOut = Answer['ways_out'][number];
export type FacetValue = Answer['facets'][number]['values'][number];
type UnderstoodLocation = NonNullable<UnderstoodJobsQuery['searchAPISearch']['location']>;
/** The place that was searched; `widened` where a place was read from words and few jobs were found around it. */
export type AnsweredLocation = NonNullable<Answer['location']> & Partial<Pick<UnderstoodLocation, 'widened'>>;
/** What every search is answered with. */
export type SearchAnswer = Pick<Answer, 'result_count' | 'facets' | 'correction' | 'ways_out' | 'explanations'> &
  Partial<Pick<Answer, 'relaxed' | 'synonyms'>> & { location: AnsweredLocation | null };

/** A search and its answer, with the addresses of the searches beside it. */
export interface SearchView<State extends SearchState = SearchState> {
  kind: SearchKind<string, string>;
  texts: SearchTexts;
  /** As the address says it. */
  state: State;
  /** The same search with what was read from its words as filters; without that, `state` itself. What narrows it is taken off from here. */
  explicit: State;
  /** The choices of `explicit` that were read from words. */
  read: readonly ReadChoice[];
  result: SearchAnswer;
  href: (state: State) => string;
  /** The address of this very search. */
  here: string;
  /** Those of the answer, and the chosen ones that occur nowhere in it. */
  values: (facet: string) => readonly FacetValue[];
  /** Filters beside words, place and facets, each with the search that lacks it. */
  others: readonly { label: string; without: State }[];
  /** The same words and place, without facets and other filters. */
  withoutFilters: State;
  /** Whether an order makes sense for this search; every one does when missing. */
  isOrderOffered?: (sorting: string) => boolean;
}

/** Keys of the messages in which searches differ. */
export interface SearchTexts {
  facet: (name: string) => string;
  sort: (name: string) => string;
  empty: (name: string) => string;
  /** What is to be known of a facet beside its name, if anything. */
  facetHint?: (name: string) => string | undefined;
  /** What was found. */
  found: (kind: string) => string;
  corrected: string;
  unknownPlace: string;
}

/** How many filters stand beside words and place. */
export function activeFilterCount({
  kind,
  explicit,
  others,
}: Pick<SearchView, 'kind' | 'explicit' | 'others'>): number {
  return kind.facets.reduce((sum, { name }) => sum + (explicit.facets[name]?.length ?? 0), others.length);
}

/** The values of each facet: those of the answer, and the chosen ones that occur nowhere in it. */
export function facetValues(
  facets: readonly { name: string; field: string }[],
  state: SearchState,
  found: SearchAnswer['facets'],
  pathFacets: PageRequest['pathFacets'],
): ReadonlyMap<string, readonly FacetValue[]> {
  return new Map(facets.map(({ name, field }) => [name, valuesOf(name, field, state, found, pathFacets)]));
}

function valuesOf(
  name: string,
  field: string,
  state: SearchState,
  facets: SearchAnswer['facets'],
  pathFacets: PageRequest['pathFacets'],
): FacetValue[] {
  const found = facets.find((facet) => facet.name === field || facet.name === name)?.values ?? [];
  const absent = (state.facets[name] ?? []).filter((value) => !found.some(({ filter }) => filter === value));
  const known = pathFacets.filter(({ facet, value }) => facet === name && absent.includes(value));
  return [...found, ...known.map(({ value, label, slug }) => ({ filter: value, label, slug: slug || null, count: 0 }))];
}
