import type { JobCardFragment, SearchJobsQuery, UnderstoodJobsQuery } from '#contract/generated/operations.js';
import { SORT_NEAREST } from '#contract/search/job-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import { firstPage } from '../../../components/search/search-state';
import {
  type AnsweredLocation,
  facetValues,
  type SearchTexts,
  type SearchView,
} from '../../../components/search/search-view';
import { jobSearchHref } from '../search-href';
import { JOB_SEARCH, type JobSearchState, withoutFilters } from '../search-state';
import { explicitSearch, type JobUnderstanding, namedChoices, readChoices } from '../understanding/explicit-search';

type Answer = SearchJobsQuery['searchAPISearch'];

/** The answer to a search, from whose words filters may have been read. */
export type JobSearchAnswer = SearchJobsQuery | UnderstoodJobsQuery;

export interface JobSearchResult extends Omit<Answer, 'documents' | 'remote_band' | 'location'> {
  location: AnsweredLocation | null;
  /** undefined: the backend was not asked, or cannot read filters from words; null: there was nothing to read. */
  understanding?: JobUnderstanding | null;
  documents: (JobCardFragment & { incomplete: boolean })[];
  /** Jobs near in meaning where few have the words; undefined: the backend was not asked. */
  related?: readonly JobCardFragment[];
  remote_band?: { result_count: number; documents: JobCardFragment[] } | null;
}

/** The answer of a search for jobs; documents of another kind are none. */
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

/** Of so many jobs for one that is put forward, there are enough of different employers nearly always. */
const CANDIDATES_PER_JOB = 3;

/** The range of a search of which `recommendableJobs` keeps so many. */
export function candidateRange(count: number): { first: number; last: number } {
  return { first: 0, last: count * CANDIDATES_PER_JOB };
}

/**
 * Jobs that a page puts forward of its own accord: those that name an employer and a way to apply, one of each employer.
 *
 * @param count how many at most
 */
export function recommendableJobs(result: JobSearchResult, count: number): JobSearchResult {
  const employers = new Set<string>();
  const documents = result.documents.filter(({ incomplete, organization }) => {
    if (incomplete || employers.has(organization.id)) return false;
    employers.add(organization.id);
    return true;
  });
  return { ...result, documents: documents.slice(0, count) };
}

/** A search for jobs and its answer, with the addresses of the searches beside it. */
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
