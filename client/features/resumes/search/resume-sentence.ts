import type { Translate } from '#shared/text/translator.js';
import { sentenceKind } from '../../../components/search/search-sentence';
import type { SearchState } from '../../../components/search/search-state';
import type { SearchAnswer } from '../../../components/search/search-view';

/** What was found, as people say it: `14 resumes near Toronto`. */
export function resumeSentence(
  { search }: Pick<SearchState, 'search'>,
  { result_count: count, location }: Pick<SearchAnswer, 'result_count' | 'location'>,
  t: Translate,
): string {
  return t(`resumes.found.${sentenceKind(search, location)}`, {
    count,
    search,
    place: location?.name ?? '',
  });
}
