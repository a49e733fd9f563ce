import type { Translate } from '#shared/text/translator.js';
import { sentenceKind } from '../../../components/search/search-sentence';
import type { JobSearchState } from '../search-state';
import type { JobSearchResult } from './search-view';

type Found = Pick<JobSearchResult, 'result_count' | 'location'>;

/** What was found, as people say it: `214 jobs near Toronto, newest first`. */
export function searchSentence(state: Pick<JobSearchState, 'search' | 'sorting'>, found: Found, t: Translate): string {
  const { result_count: count, location } = found;
  const jobs = t(`jobs.found.${sentenceKind(state.search, location)}`, {
    count,
    search: state.search,
    place: location?.name ?? '',
  });
  if (count < 2) return jobs;
  return t('jobs.found.inOrder', { jobs, order: t(`jobs.order.${state.sorting}`) });
}
