import { formatDistance, formatRelativeDay } from '../../lib/format';
import { type PageInfo, usePage } from '../../lib/page-context';
import { firstPage, type SearchState } from './search-state';
import type { SearchView } from './search-view';

/** What bears upon a result's place beside the words. */
export interface ExplainedResult {
  id: string;
  distance: number | null;
  featured?: boolean;
  /** ISO day. */
  published?: string;
}

/** The way to results that say why they are here, and back; nothing where there is nothing to say. */
export function WhyLink<State extends SearchState>({ view: { state, result, href } }: { view: SearchView<State> }) {
  const { t } = usePage();
  if (result.result_count === 0 || !(state.search || result.location?.radius)) return null;
  return (
    <a href={href({ ...firstPage(state), page: state.page, why: !state.why || undefined })} rel="nofollow">
      {t(state.why ? 'search.why.hide' : 'search.why.show')}
    </a>
  );
}

/** Why a result is here, in a few words each, the weightiest first; none where nobody asked. */
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
