import type { ReactNode } from 'react';
import { usePage } from '../../lib/page-context';
import { Pagination } from '../ui/pagination';
import { ActiveFilters } from './filters/active-filters';
import styles from './results.module.css';
import { SearchNotes } from './search-notes';
import { MAX_PAGE, type SearchState } from './search-state';
import type { SearchView } from './search-view';
import { Sorting } from './sorting';
import { WhyLink } from './why';

/**
 * What was found, and everything said about it.
 *
 * @param sentence what was found, as people say it
 * @param sortable whether there is an order to choose
 * @param tools stand across from the sentence, after the order
 * @param before stands above the list
 * @param children the list, or what is said in its place
 * @param after stands below the list
 */
export function SearchResults<State extends SearchState>({
  view,
  sentence,
  perPage,
  sortable,
  tools,
  before,
  after,
  children,
}: {
  view: SearchView<State>;
  sentence: string;
  perPage: number;
  sortable: boolean;
  tools?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}) {
  const { t } = usePage();
  const { state, result } = view;
  return (
    <section
      className={styles.results}
      id="results"
      data-region="results"
      data-href={view.here}
      aria-labelledby="found"
    >
      <div className={styles.head}>
        <h1 id="found" tabIndex={-1}>
          {sentence}
        </h1>
        <div className={styles.tools}>
          {result.result_count > 1 && sortable && <Sorting view={view} />}
          <WhyLink view={view} />
          {tools}
        </div>
      </div>
      <ActiveFilters view={view} />
      <SearchNotes view={view} />
      {before}
      {children}
      {after}
      <div className={styles.after}>
        <Pagination
          page={state.page}
          pages={Math.min(Math.ceil(result.result_count / perPage), MAX_PAGE)}
          href={(page) => view.href({ ...state, page, jobId: undefined })}
          labels={{ name: t('search.pages.name'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
        />
      </div>
    </section>
  );
}
