import type { ReactNode } from 'react';
import { classNames } from '../../../components/ui/class-names';
import { usePage } from '../../../lib/page-context';
import { Reused } from '../../../lib/reused.server';
import { Filters } from '../../../components/search/filters/filters';
import { SearchBar } from '../../../components/search/search-bar';
import { defaultSorting } from '../../../components/search/search-state';
import { Island } from '../../../lib/islands/island';
import { JOB_SEARCH } from '../search-state';
import { JobCount } from './job-count';
import styles from './jobs-layout.module.css';
import { Results } from './results';
import { SearchTips } from './search-tips';
import type { JobSearchView } from './search-view';

/** Filters, results and the open job, as many of them beside each other as there is room for. */
export function JobsLayout({
  view,
  whole,
  radius,
  opened,
  pane,
}: {
  view: JobSearchView;
  whole?: string;
  radius?: number;
  opened: { title: string; path: string } | null;
  pane: ReactNode;
}) {
  const { t, href } = usePage();
  const { sorting, title, organizationName } = view.state;
  return (
    <div className={classNames(styles.page, pane ? styles.open : null)} id="jobs" data-search>
      <form
        className={styles.form}
        id="job-search"
        data-search-form
        action={href('/jobs')}
        role="search"
        // The address says what is ticked; a browser that restores older ticks would contradict it.
        autoComplete="off"
        aria-label={t('jobs.searchName')}
      >
        <div className={styles.bar} data-region="search">
          <SearchBar state={view.state} radius={radius} label={t('jobs.search')} />
          {sorting !== defaultSorting(JOB_SEARCH, view.state.search) && (
            <input type="hidden" name="sorting" value={sorting} />
          )}
          {title && <input type="hidden" name="title" value={title} />}
          {organizationName && <input type="hidden" name="job_organization_name" value={organizationName} />}
        </div>
        <Filters
          view={view}
          whole={whole}
          apply={
            <Island name="job-count" when="visible" component={JobCount} props={{ count: view.result.result_count }} />
          }
        />
      </form>
      <Results view={view} opened={opened ?? undefined} />
      <div className={styles.pane} id="pane" data-region="pane">
        {pane ?? (
          <Reused by="tips">
            <SearchTips />
          </Reused>
        )}
      </div>
    </div>
  );
}
