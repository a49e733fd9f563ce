import type { Translate } from '#shared/text/translator.js';
import { isWholeArea } from '../../../components/search/search-sentence';
import type { JobSearchResult } from './search-view';

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
