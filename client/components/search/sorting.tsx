import { usePage } from '../../lib/page-context';
import styles from './results.module.css';
import { firstPage, type SearchState } from './search-state';
import type { SearchView } from './search-view';

/** The orders of the list, as links (SEARCH-03). */
export function Sorting<State extends SearchState>({
  view: { kind, texts, state, href },
}: {
  view: SearchView<State>;
}) {
  const { t } = usePage();
  return (
    <nav className={styles.sort} aria-label={t('search.order')}>
      {kind.sortings.map((sorting) => (
        <a
          key={sorting}
          href={href({ ...firstPage(state), sorting })}
          aria-current={sorting === state.sorting ? 'true' : undefined}
        >
          {t(texts.sort(sorting))}
        </a>
      ))}
    </nav>
  );
}
