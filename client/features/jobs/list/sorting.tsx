import { SORT_RECENT, SORT_RELEVANCE } from '../../../../src/contract/job-search.js';
import { usePage } from '../../../lib/page-context';
import { firstPage } from '../search-state';
import styles from './results.module.css';
import type { JobSearchView } from './search-view';

/** The orders of the list, as links (SEARCH-03). */
export function Sorting({ view: { state, href } }: { view: JobSearchView }) {
  const { t } = usePage();
  return (
    <nav className={styles.sort} aria-label={t('jobs.sort.name')}>
      {[SORT_RECENT.code, SORT_RELEVANCE.code].map((sorting) => (
        <a
          key={sorting}
          href={href({ ...firstPage(state), sorting })}
          aria-current={sorting === state.sorting ? 'true' : undefined}
        >
          {t(`jobs.sort.${sorting}`)}
        </a>
      ))}
    </nav>
  );
}
