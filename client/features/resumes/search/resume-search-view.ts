import type { ResumeCardFragment, SearchResumesQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import { searchHref } from '../../../components/search/search-address';
import type { SearchState } from '../../../components/search/search-state';
import { facetValues, type SearchTexts, type SearchView } from '../../../components/search/search-view';
import { type ResumeSearch, withoutFilters } from './resume-search';

type Answer = SearchResumesQuery['searchAPISearch'];

export interface ResumeSearchResult extends Omit<Answer, 'documents'> {
  documents: ResumeCardFragment[];
}

/** The result of a search for resumes; documents of other kinds are left out. */
export function resumeSearchResult({ searchAPISearch: answer }: SearchResumesQuery): ResumeSearchResult {
  return { ...answer, documents: answer.documents.filter(isResume) };
}

function isResume(document: Answer['documents'][number]): document is ResumeCardFragment {
  return 'id' in document;
}

/** A search for resumes and its response, with the addresses of related searches. */
export interface ResumeSearchView extends SearchView {
  result: ResumeSearchResult;
}

export const RESUME_TEXTS: SearchTexts = {
  facet: (name) => `resumes.facet.${name}`,
  sort: (name) => `resumes.sort.${name}`,
  empty: (name) => `resumes.empty.${name}`,
  found: (kind) => `resumes.found.${kind}`,
  corrected: 'resumes.corrected',
  unknownPlace: 'resumes.unknownPlace',
};

/** @param page.named selected values that the response does not contain */
export function resumeSearchView(
  kind: ResumeSearch,
  state: SearchState,
  result: ResumeSearchResult,
  page: { href: Href; named: PageRequest['pathFacets'] },
): ResumeSearchView {
  const values = facetValues(kind.facets, state, result.facets, page.named);
  const href = (other: SearchState) => resumesHref(kind, other, page.href);
  return {
    kind,
    texts: RESUME_TEXTS,
    state,
    explicit: state,
    read: [],
    result,
    href,
    here: href(state),
    others: [],
    values: (facet) => values.get(facet) ?? [],
    withoutFilters: withoutFilters(state),
  };
}

/** The address of a search for resumes. */
export function resumesHref(kind: ResumeSearch, state: SearchState, href: Href): string {
  return searchHref(kind, state, { href, slugs: () => undefined });
}
