import type { JobCardFragment, SearchJobsQuery, UnderstoodJobsQuery } from '#contract/generated/operations.js';
import { isSingleFacet, SORT_NEAREST } from '#contract/search/job-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import type { Translate } from '#shared/text/translator.js';
import { firstPage, withWords } from '../../../components/search/search-state';
import {
  type AnsweredLocation,
  facetValues,
  type Found,
  type SearchTexts,
  type SearchView,
  foundSentence,
  isWholeArea,
} from '../../../components/search/search-view';
import { JOB_SEARCH, type JobSearchState, withoutFilters } from '../search-state';
import { searchHref, type SlugLookup } from '../../../components/search/search-address';
import type { ReadChoice } from '../../../components/search/read-choices';

type Answer = SearchJobsQuery['searchAPISearch'];

/** The response to a search; filters may have been read from its words. */
export type JobSearchAnswer = SearchJobsQuery | UnderstoodJobsQuery;

export interface JobSearchResult extends Omit<Answer, 'documents' | 'remote_band' | 'location'> {
  location: AnsweredLocation | null;
  /**
   * undefined if the backend was not asked, or does not support reading filters from words; null if there was nothing
   * to read.
   */
  understanding?: JobUnderstanding | null;
  documents: (JobCardFragment & { incomplete: boolean })[];
  /** Jobs with a similar meaning if few jobs contain the words; undefined if the backend was not asked. */
  related?: readonly JobCardFragment[];
  remote_band?: { result_count: number; documents: JobCardFragment[] } | null;
}

/** The result of a job search; documents of other kinds are left out. */
export function jobSearchResult({ searchAPISearch: answer }: JobSearchAnswer): JobSearchResult {
  const { documents, remote_band: band } = answer;
  return {
    ...answer,
    documents: documents.filter(isJob),
    remote_band: band && { ...band, documents: band.documents.filter(isJob) },
  };
}

function isJob<Document extends { id: string }>(document: Document | Record<PropertyKey, never>): document is Document {
  return 'id' in document;
}

/** A job search and its response, with the addresses of related searches. */
export interface JobSearchView extends SearchView<JobSearchState> {
  result: JobSearchResult;
}

export const JOB_TEXTS: SearchTexts = {
  facet: (name) => `jobs.facet.${name}`,
  facetHint: (name) => (name === 'pay' ? 'jobs.pay.hint' : undefined),
  sort: (name) => `jobs.sort.${name}`,
  empty: (name) => `jobs.empty.${name}`,
  found: (kind) => `jobs.found.${kind}`,
  corrected: 'jobs.corrected',
  unknownPlace: 'jobs.unknownPlace',
};

export function jobSearchView(
  state: JobSearchState,
  result: JobSearchResult,
  page: { href: Href; pathFacets: PageRequest['pathFacets'] },
): JobSearchView {
  const { understanding } = result;
  const explicit = explicitSearch(state, result);
  const named = [...page.pathFacets, ...namedChoices(understanding)];
  const values = facetValues(JOB_SEARCH.facets, explicit, result.facets, named);
  const slugs = (facet: string, value: string) =>
    values.get(facet)?.find((known) => known.filter === value)?.slug ?? undefined;
  const href = (other: JobSearchState) => jobSearchHref(other, { href: page.href, slugs });
  return {
    kind: JOB_SEARCH,
    texts: JOB_TEXTS,
    state,
    explicit,
    read: readChoices(understanding),
    result,
    href,
    here: href(state),
    values: (facet) => values.get(facet) ?? [],
    others: otherFilters(explicit),
    withoutFilters: withoutFilters(explicit),
    isOrderOffered: (sorting) =>
      sorting !== SORT_NEAREST.code || result.location?.radius != null || state.sorting === sorting,
  };
}

function otherFilters(state: JobSearchState): JobSearchView['others'] {
  const { title, organizationName } = state;
  const start = firstPage(state);
  return [
    ...(title ? [{ label: title, without: { ...start, title: undefined } }] : []),
    ...(organizationName ? [{ label: organizationName, without: { ...start, organizationName: undefined } }] : []),
  ];
}

/** The canonical address of a search. @param options.href builds the addresses of the page's language */
export function jobSearchHref(state: JobSearchState, options: { href: Href; slugs: SlugLookup }): string {
  return searchHref(JOB_SEARCH, state, options);
}

/** Describes the results in natural language: `214 jobs near Toronto, newest first`. */
export function searchSentence(state: Pick<JobSearchState, 'search' | 'sorting'>, found: Found, t: Translate): string {
  const jobs = foundSentence(JOB_TEXTS, state, found, t);
  // A search that was extended to a larger radius lists near jobs first, whatever the order.
  if (found.result_count < 2 || found.location?.widened) return jobs;
  return t('jobs.found.inOrder', { jobs, order: t(`jobs.order.${state.sorting}`) });
}

type PlaceName = Pick<NonNullable<JobSearchResult['location']>, 'name' | 'locationType'>;

/** The title of a search: `Jobs: Full-time near Toronto for “nurse”`. */
export function jobsTitle(
  { search, facets, location }: { search: string; facets?: string; location: PlaceName | null },
  t: Translate,
): string {
  const about = facets ? t('jobs.title.facets', { facets }) : t('jobs.title.all');
  const key = isWholeArea(location) ? 'jobs.title.in' : 'jobs.title.near';
  const where = location ? t(key, { jobs: about, place: location.name }) : about;
  return search ? t('jobs.title.words', { jobs: where, search }) : where;
}

/** The filters that were read from the words of a search. */
export type JobUnderstanding = NonNullable<UnderstoodJobsQuery['searchAPISearch']['understanding']>;

/** The part of a response that explains how a search was understood. */
interface UnderstoodAnswer {
  understanding?: JobUnderstanding | null;
  location?: { radius?: number | null; widened?: unknown } | null;
}

/**
 * @returns the same search with the filters that were read from its words as explicit ones; the search itself if there
 * are none
 */
export function explicitSearch(state: JobSearchState, { understanding, location }: UnderstoodAnswer): JobSearchState {
  if (!understanding) return state;
  const { keys, place } = understanding;
  const facets: JobSearchState['facets'] = { ...state.facets };
  for (const { facet, value } of facetChoices(understanding)) {
    facets[facet] = isSingleFacet(facet) ? [value] : [...new Set([...(facets[facet] ?? []), value])];
  }
  const { page, jobId } = state;
  return {
    ...withWords(JOB_SEARCH, state, keys),
    page,
    jobId,
    facets,
    geoLocation: place,
    ...(location?.widened ? { radius: location.radius ?? undefined } : {}),
  };
}

/** The facet values that were read, with their names: a response without results does not contain them. */
export function namedChoices(understanding: JobUnderstanding | null | undefined): PageRequest['pathFacets'] {
  if (!understanding) return [];
  return facetChoices(understanding).map(({ facet, value, label }) => ({ facet, value, label, slug: '' }));
}

/** The choices that are ticked because of the typed words. */
export function readChoices(understanding: JobUnderstanding | null | undefined): ReadChoice[] {
  return understanding ? facetChoices(understanding) : [];
}

/** Of a facet with at most one value, the backend applies the first phrase. */
function facetChoices({ phrases }: JobUnderstanding) {
  return phrases.flatMap(({ field, value, label, typed, isPlaceBox }, at) => {
    const facet = JOB_SEARCH.facets.find((known) => known.field === field)?.name;
    if (!facet) return [];
    const isFirst = phrases.findIndex((other) => other.field === field) === at;
    return isFirst || !isSingleFacet(field) ? [{ facet, value, label, typed, isPlaceBox }] : [];
  });
}
