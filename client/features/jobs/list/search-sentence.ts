import type { Translate } from '#shared/text/translator.js';
import { foundSentence, isWholeArea } from '../../../components/search/search-sentence';
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
