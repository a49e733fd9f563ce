import { ResumeFacetLabelsDocument, SearchResumesDocument } from '#contract/generated/operations.js';
import { FACET_LIMIT } from '#contract/search/job-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { RESUME_RADIUS } from '#contract/search/resume-search.js';
import { translator } from '#shared/text/translator.js';
import { foundSentence, shownRadius, type AbsentValue, absentValues } from '../../components/search/search-view';
import { hasPlace, type SearchState } from '../../components/search/search-state';
import { gateOf, gatePage, type GateData, isRefusal } from '../../features/resumes/resume-gate';
import {
  readResumeSearch,
  type ResumeSearch,
  resumeSearch,
  resumeSearchVariables,
  RESUME_TEXTS,
  type ResumeSearchResult,
  resumeSearchResult,
} from '../../features/resumes/search/resume-search';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, errorPage, failedPage, type PageData } from '../../lib/page-data';

export interface ResumesPageData extends PageData {
  kind: ResumeSearch;
  state: SearchState;
  result: ResumeSearchResult;
  /** Selected values that the response does not contain. */
  named: PageRequest['pathFacets'];
  /** The facet of which all values are shown. */
  whole?: string;
  /** The selected radius; undefined hides the field. */
  radius?: number;
}

const UNAVAILABLE = 503;

/** These pages are never cached: each is rendered for its viewer (SEARCH-08). */
export async function load(request: PageRequest): Promise<ResumesPageData | GateData | PageData> {
  const { site, query, locale, messages } = request;
  request.respond({ personal: true });
  if (!site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  if (request.isViewerUnknown) return errorPage(request, UNAVAILABLE, 'The backend does not say who is logged in.');
  const gate = gateOf(request.viewer);
  if (gate) return gatePage(request, gate);
  const kind = resumeSearch(site);
  const requested = readResumeSearch(kind, query);
  // A form without scripts sends the radius even if there is no place.
  const state = hasPlace(requested) ? requested : { ...requested, radius: undefined };
  const search = await request.graphql(SearchResumesDocument, resumeSearchVariables(kind, state, site));
  if (!search.ok)
    return isRefusal(search.failure) ? gatePage(request, 'otherRole') : failedPage(request, search.failure);
  const result = resumeSearchResult(search.data);
  const named = await nameValues(request, kind, absentValues(kind.facets, { pathFacets: [] }, state, result));
  const sentence = foundSentence(RESUME_TEXTS, state, result, translator(locale, messages));
  return {
    head: { title: sentence, robots: 'noindex' },
    kind,
    state,
    result,
    named,
    whole: query.get('more') ?? undefined,
    radius: shownRadius(requested.radius, result.location, RESUME_RADIUS),
  };
}

/**
 * The names of values, so that they can be shown and removed: all values that occur in any resume, regions as well as
 * terms.
 */
async function nameValues(
  request: PageRequest,
  kind: ResumeSearch,
  absent: readonly AbsentValue[],
): Promise<PageRequest['pathFacets']> {
  const wanted = kind.facets.filter(({ name }) => absent.some(({ facet }) => facet === name));
  if (wanted.length === 0) return [];
  const facets = wanted.map(({ field }) => ({
    field,
    limit: 10 * FACET_LIMIT,
    operator: 'or',
    min_count: 1,
    missing: false,
  }));
  const answer = await request.graphql(ResumeFacetLabelsDocument, {
    language: [...request.site.search.languages],
    facets,
  });
  if (!answer.ok) return [];
  return absent.flatMap(({ facet, value }) => {
    const field = wanted.find(({ name }) => name === facet)?.field;
    const values = answer.data.searchAPISearch.facets.find(({ name }) => name === field)?.values;
    const label = values?.find(({ filter }) => filter === value)?.label;
    return label ? [{ facet, value, label, slug: '' }] : [];
  });
}
