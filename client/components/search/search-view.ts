import type { SearchJobsQuery, UnderstoodJobsQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Translate } from '#shared/text/translator.js';
import { GEO_RADII } from '#contract/search/job-search.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import type { ReadChoice } from './read-choices';
import { firstPage, type SearchKind, type SearchState } from './search-state';

type Answer = SearchJobsQuery['searchAPISearch'];
export type WayOut = Answer['ways_out'][number];
export type FacetValue = Answer['facets'][number]['values'][number];
type UnderstoodLocation = NonNullable<UnderstoodJobsQuery['searchAPISearch']['location']>;
/** The place that was searched; `widened` is set if the place was read from words and few jobs were found around it. */
export type AnsweredLocation = NonNullable<Answer['location']> & Partial<Pick<UnderstoodLocation, 'widened'>>;
/** The part of the response that all kinds of searches have. */
export type SearchAnswer = Pick<Answer, 'result_count' | 'facets' | 'correction' | 'ways_out' | 'explanations'> &
  Partial<Pick<Answer, 'relaxed' | 'synonyms'>> & { location: AnsweredLocation | null };

/** A search and its response, with the addresses of related searches. */
export interface SearchView<State extends SearchState = SearchState> {
  kind: SearchKind<string, string>;
  texts: SearchTexts;
  /** The search as represented by the address. */
  state: State;
  /**
   * The same search with the filters that were read from its words as explicit ones; `state` itself if nothing was
   * read. Links that remove a filter start from this search.
   */
  explicit: State;
  /** The choices of `explicit` that were read from words. */
  read: readonly ReadChoice[];
  result: SearchAnswer;
  href: (state: State) => string;
  /** The address of the current search. */
  here: string;
  /** Values of the response, and selected values that the response does not contain. */
  values: (facet: string) => readonly FacetValue[];
  /** Filters other than words, place and facets, each with the search without it. */
  others: readonly { label: string; without: State }[];
  /** The same words and place, without facets and other filters. */
  withoutFilters: State;
  /** Whether an order makes sense for this search; if undefined, all orders do. */
  isOrderOffered?: (sorting: string) => boolean;
}

/** Message keys that differ between kinds of searches. */
export interface SearchTexts {
  facet: (name: string) => string;
  sort: (name: string) => string;
  empty: (name: string) => string;
  /** Hint beside the name of a facet, if there is one. */
  facetHint?: (name: string) => string | undefined;
  /** Text about the number of results. */
  found: (kind: string) => string;
  corrected: string;
  unknownPlace: string;
}

/** The view of a search whose words are searched for as they are: no filters are read from them. */
export function literalSearchView<Result extends SearchAnswer>({
  state,
  values,
  href,
  ...search
}: Pick<SearchView, 'kind' | 'texts' | 'state' | 'href'> & {
  result: Result;
  values: ReturnType<typeof facetValues>;
}): SearchView & { result: Result } {
  return {
    ...search,
    state,
    explicit: state,
    read: [],
    href,
    here: href(state),
    others: [],
    values: (facet) => values.get(facet) ?? [],
    withoutFilters: { ...firstPage(state), locale: undefined, facets: {} },
  };
}

/** Number of active filters, not counting words and place. */
export function activeFilterCount({
  kind,
  explicit,
  others,
}: Pick<SearchView, 'kind' | 'explicit' | 'others'>): number {
  return kind.facets.reduce((sum, { name }) => sum + (explicit.facets[name]?.length ?? 0), others.length);
}

/** The values of each facet: values of the response, and selected values that the response does not contain. */
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

type Location = Pick<NonNullable<SearchAnswer['location']>, 'name' | 'locationType'> | null;

/** Whole areas are searched as such; around other places a radius is searched. */
export function isWholeArea(location: Location): boolean {
  return (
    location !== null &&
    (location.locationType === 'country' || location.locationType.startsWith('administrative_area'))
  );
}

/** The part of a response that its sentence needs; the correction is that of the words. */
export type Found = Pick<SearchAnswer, 'result_count' | 'location'> & Partial<Pick<SearchAnswer, 'correction'>>;

/** Describes the results in natural language, with the words that were searched: `14 organizations near Toronto`. */
export function foundSentence(
  { found }: Pick<SearchTexts, 'found'>,
  { search: typed }: Pick<SearchState, 'search'>,
  { result_count: count, location, correction }: Found,
  t: Translate,
): string {
  const search = correction?.applied ? correction.keys : typed;
  return t(found(sentenceKind(search, location)), { count, search, place: location?.name ?? '' });
}

/** Returns the key of the message that describes the results. */
function sentenceKind(search: string, location: Location): string {
  if (!location) return search ? 'withWords' : 'all';
  const where = isWholeArea(location) ? 'In' : 'Near';
  return search ? `withWords${where}` : where.toLowerCase();
}

/** The value of the radius field; undefined hides it, because there is no radius around a whole country (SEARCH-04). */
export function shownRadius(
  chosen: number | undefined,
  location: SearchAnswer['location'],
  kilometres: number,
): number | undefined {
  if (isWholeArea(location)) return undefined;
  return chosen ?? GEO_RADII.find((radius) => radius >= kilometres) ?? GEO_RADII[0];
}

/** `vocabulary` is null if the facet's values are not terms. */
interface TermFacet {
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
