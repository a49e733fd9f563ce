import type { Translate } from '#shared/text/translator.js';
import { usePage } from '../../../lib/page-context';
import { Chip } from '../../ui/tag';
import styles from '../results.module.css';
import { hasPlace, type SearchState, withFacet, withoutPlace, withWords } from '../search-state';
import { activeFilterCount, type SearchView } from '../search-view';

/** What narrows the search, each with the way to take it off (SEARCH-12). */
export function ActiveFilters<State extends SearchState>({ view }: { view: SearchView<State> }) {
  const { t } = usePage();
  const chips = chipsOf(view, t);
  if (!chips.length) return null;
  return (
    <ul className={styles.chips} aria-label={t('search.filters.active')}>
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Chip href={view.href(without)} label={t('search.filters.remove', { filter: label })}>
            {label}
          </Chip>
        </li>
      ))}
      {activeFilterCount(view) > 1 && (
        <li>
          <a className={styles.clear} href={view.href(view.withoutFilters)}>
            {t('search.filters.clear')}
          </a>
        </li>
      )}
    </ul>
  );
}

function chipsOf<State extends SearchState>(
  { kind, state, values, result, others }: SearchView<State>,
  t: Translate,
): { label: string; without: State }[] {
  const chips: { label: string; without: State }[] = [];
  if (state.search)
    chips.push({ label: t('search.quoted', { text: state.search }), without: withWords(kind, state, '') });
  if (hasPlace(state)) {
    const label = result.location?.label ?? state.geoLocation;
    if (label) chips.push({ label, without: withoutPlace(state) });
  }
  chips.push(...others);
  for (const { name } of kind.facets) {
    for (const value of state.facets[name] ?? []) {
      const label = values(name).find(({ filter }) => filter === value)?.label;
      if (label) chips.push({ label, without: withFacet(state, name, value, false) });
    }
  }
  return chips;
}
