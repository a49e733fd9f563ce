import type { Translate } from '#shared/text/translator.js';
import { foundSentence } from '../../../components/search/search-sentence';
import type { JobSearchState } from '../search-state';
import { JOB_TEXTS, type JobSearchResult } from './search-view';

type Found = Pick<JobSearchResult, 'result_count' | 'location'>;

/** What was found, as people say it: `214 jobs near Toronto, newest first`. */
export function searchSentence(state: Pick<JobSearchState, 'search' | 'sorting'>, found: Found, t: Translate): string {
  const jobs = foundSentence(JOB_TEXTS, state, found, t);
  // Of a search that went on farther away the near ones come first, whatever the order.
  if (found.result_count < 2 || found.location?.widened) return jobs;
  return t('jobs.found.inOrder', { jobs, order: t(`jobs.order.${state.sorting}`) });
}
