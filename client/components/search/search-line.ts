import type { Translate } from '#shared/text/translator.js';
import { hasPlace, type SearchState } from './search-state';
import { activeFilterCount, type SearchView } from './search-view';

/**
 * A search in one line: `nurse · Leeds · 100 km`.
 *
 * @param radius the radius as shown in the form
 * @param name the name of the form
 * @returns the name of the form if there are filters but neither words nor a place; undefined if nothing was searched
 */
export function searchLine<State extends SearchState>(
  view: SearchView<State>,
  { radius, name }: { radius: number | undefined; name: string },
  t: Translate,
): string | undefined {
  const { state, result } = view;
  const place = hasPlace(state) ? state.geoLocation || result.location?.name || '' : '';
  const parts = [state.search, place, place && radius !== undefined ? t('search.radius.km', { km: radius }) : ''];
  const line = parts.filter(Boolean).join(' · ');
  if (line) return line;
  return activeFilterCount(view) > 0 || state.page > 1 ? name : undefined;
}
