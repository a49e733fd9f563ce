import type { Translate } from '#shared/text/translator.js';
import { foundSentence } from '../../../components/search/search-sentence';
import type { JobSearchState } from '../search-state';
import { JOB_TEXTS, type JobSearchResult } from './search-view';

type Found = Pick<JobSearchResult, 'result_count' | 'location'>;

/** Describes the results in natural language: `214 jobs near Toronto, newest first`. */
export function searchSentence(state: Pick<JobSearchState, 'search' | 'sorting'>, found: Found, t: Translate): string {
  const jobs = foundSentence(JOB_TEXTS, state, found, t);
  // A search that was extended to a larger radius lists near jobs first, whatever the order.
  if (found.result_count < 2 || found.location?.widened) return jobs;
  return t('jobs.found.inOrder', { jobs, order: t(`jobs.order.${state.sorting}`) });
}
