import { formatDistance, formatRelativeDay } from '../../lib/format';
import { type PageInfo, usePage } from '../../lib/page-context';
import { firstPage, type SearchState } from './search-state';
import type { SearchView } from './search-view';

/** Properties that influence the rank of a result in addition to the words. */
export interface ExplainedResult {
  id: string;
  distance: number | null;
  featured?: boolean;
  /** Date in ISO format. */
  published?: string;
}

/** Link to results with explanations, and back; nothing if there is nothing to explain. */
export function WhyLink<State extends SearchState>({ view: { state, result, href } }: { view: SearchView<State> }) {
  const { t } = usePage();
  if (result.result_count === 0 || !(state.search || result.location?.radius)) return null;
  return (
    <a href={href({ ...firstPage(state), page: state.page, why: !state.why || undefined })} rel="nofollow">
      {t(state.why ? 'search.why.hide' : 'search.why.show')}
    </a>
  );
}

/**
 * Reasons why a result was found, each in a few words, the most important first; empty unless the user requested them.
 */
export function reasonsFor(
  { id, distance, featured, published }: ExplainedResult,
  { state, result }: Pick<SearchView, 'state' | 'result'>,
  { t, locale, now, site }: Pick<PageInfo, 't' | 'locale' | 'now' | 'site'>,
): string[] {
  const explanation = result.explanations?.find((other) => other.id === id);
  if (!explanation) return [];
  const place = result.location?.name ?? '';
  return [
    ...explanation.matches.map(({ field, words }) => t(`search.why.${field}`, { words: words.join(', ') })),
    ...(distance === null ? [] : [t('search.why.distance', { distance: formatDistance(distance, locale), place })]),
    ...(featured ? [t('search.why.featured')] : []),
    ...(published && !state.search
      ? [t('search.why.newest', { ago: formatRelativeDay(published, now, locale, site.timeZone) })]
      : []),
  ];
}
