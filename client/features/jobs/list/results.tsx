import { JOB_ALERT_PATH, JOBS_PATH } from '#contract/pages/paths.js';
import { Pagination } from '../../../components/ui/pagination';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { ActiveFilters } from '../../../components/search/filters/active-filters';
import { NoResults } from '../../../components/search/no-results';
import styles from '../../../components/search/results.module.css';
import { SearchNotes } from '../../../components/search/search-notes';
import { reasonsFor, WhyLink } from '../../../components/search/why';
import { searchParameters } from '../../../components/search/search-address';
import { firstPage } from '../../../components/search/search-state';
import { Sorting } from '../../../components/search/sorting';
import { JOB_SEARCH } from '../search-state';
import { JobList } from './job-list';
import { RemoteBand } from './remote-band';
import { searchSentence } from './search-sentence';
import type { JobSearchView } from './search-view';

/** What was found, and everything said about it. `opened`: the job beside the list, for screens that have no room beside it. */
export function Results({ view, opened }: { view: JobSearchView; opened?: { title: string; path: string } }) {
  const page = usePage();
  const { t, site, href } = page;
  const { features, teasers } = useSite();
  const { state, result } = view;
  const kept = new URLSearchParams(searchParameters(JOB_SEARCH, { ...firstPage(state), why: undefined }));
  const alert = href(kept.size > 0 ? `${JOB_ALERT_PATH}?${kept}` : JOB_ALERT_PATH);
  const pages = Math.min(Math.ceil(result.result_count / site.search.jobsPerPage), 1000);
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
          {searchSentence(state, result, t)}
        </h1>
        <div className={styles.tools}>
          {result.result_count > 1 && <Sorting view={view} />}
          <WhyLink view={view} />
          <a href={alert} rel="nofollow">
            {t('jobs.alertMe')}
          </a>
        </div>
      </div>
      <ActiveFilters view={view} />
      <SearchNotes view={view} />
      {opened && (
        <a className={styles.opened} href={href(opened.path)}>
          {t('jobs.opened', { title: opened.title })}
        </a>
      )}
      {result.documents.length > 0 ? (
        <JobList
          jobs={result.documents}
          openId={state.jobId}
          reasons={(job) => reasonsFor(job, view, page)}
          adEvery={features.adTeasers ? teasers.adEvery : undefined}
        />
      ) : (
        <NoResults view={view} all={JOBS_PATH} alert={alert} />
      )}
      <RemoteBand view={view} />
      <div className={styles.after}>
        <Pagination
          page={state.page}
          pages={pages}
          href={(page) => view.href({ ...state, page, jobId: undefined })}
          labels={{ name: t('search.pages.name'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
        />
      </div>
    </section>
  );
}
