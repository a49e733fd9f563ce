import { SearchCountsDocument, type SearchCountsQuery } from '#contract/generated/operations.js';
import { COUNTED_WEEKS, type CountedWeeks, languagesOf } from '#contract/search/search-counts.js';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface SearchCountsData extends PageData {
  counts: SearchCountsQuery['searchCounts'];
  weeks: CountedWeeks;
  /** Language of the pages; undefined for all. */
  language?: string;
  /** Languages of the site's pages. */
  languages: readonly string[];
  /** Whether the site counts searches. */
  isOn: boolean;
}

export const load = viewerPage({ title: 'admin.searches.title', role: 'administrator' }, async (request) => {
  const { query, site } = request;
  const weeks = COUNTED_WEEKS.find((known) => String(known) === query.get('weeks')) ?? COUNTED_WEEKS[1];
  const languages = languagesOf(site.locales);
  const language = languages.find((known) => known === query.get('language'));
  const answer = await request.graphql(SearchCountsDocument, { weeks, language: language ?? null });
  if (!answer.ok) return failedPage(request, answer.failure);
  return { counts: answer.data.searchCounts, weeks, language, languages, isOn: site.search.countQueries };
});
