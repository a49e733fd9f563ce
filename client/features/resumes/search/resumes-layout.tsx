import { RESUME_ALERT_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { ActiveFilters } from '../../../components/search/filters/active-filters';
import { Filters } from '../../../components/search/filters/filters';
import { NoResults } from '../../../components/search/no-results';
import results from '../../../components/search/results.module.css';
import { SearchBar } from '../../../components/search/search-bar';
import { SearchNotes } from '../../../components/search/search-notes';
import { defaultSorting, firstPage } from '../../../components/search/search-state';
import { Sorting } from '../../../components/search/sorting';
import { reasonsFor, WhyLink } from '../../../components/search/why';
import { Pagination } from '../../../components/ui/pagination';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { ResumeCards } from './resume-card';
import { ResumeCount } from './resume-count';
import type { ResumeSearchView } from './resume-search-view';
import { resumeSentence } from './resume-sentence';
import styles from './resumes-layout.module.css';

const MAX_PAGES = 1000;

/**
 * Filters and results, beside each other where there is room.
 * @param whole the facet that shows all its values
 * @param radius chosen in the radius box; undefined: it is not shown
 */
export function ResumesLayout({ view, whole, radius }: { view: ResumeSearchView; whole?: string; radius?: number }) {
  const { t, href } = usePage();
  const { fieldsOfStudy } = useSite().features;
  const { kind, state, result } = view;
  return (
    <div className={styles.page} id="resumes" data-search>
      <form
        className={styles.form}
        id="resume-search"
        data-search-form
        action={href(RESUMES_PATH)}
        role="search"
        // The address says what is ticked; a browser that restores older ticks would contradict it.
        autoComplete="off"
        aria-label={t('resumes.searchName')}
      >
        <div className={styles.bar} data-region="search">
          <SearchBar state={state} radius={radius} label={t('resumes.search')} about="resumes" />
          {state.sorting !== defaultSorting(kind, state.search) && (
            <input type="hidden" name="sorting" value={state.sorting} />
          )}
        </div>
        <Filters
          view={view}
          whole={whole}
          apply={
            <Island
              name="resume-count"
              when="visible"
              component={ResumeCount}
              props={{ count: result.result_count, features: { fieldsOfStudy } }}
            />
          }
        />
      </form>
      <Results view={view} />
    </div>
  );
}

function Results({ view }: { view: ResumeSearchView }) {
  const page = usePage();
  const { t, site, href } = page;
  const { state, result } = view;
  const pages = Math.min(Math.ceil(result.result_count / site.search.resumesPerPage), MAX_PAGES);
  const { here } = view;
  const query = here.includes('?') ? here.slice(here.indexOf('?')) : '';
  const first = view.href({ ...firstPage(state), why: undefined });
  const alert = href(RESUME_ALERT_PATH) + (first.includes('?') ? first.slice(first.indexOf('?')) : '');
  return (
    <section className={results.results} id="results" data-region="results" data-href={here} aria-labelledby="found">
      <div className={results.head}>
        <h1 id="found" tabIndex={-1}>
          {resumeSentence(state, result, t)}
        </h1>
        <div className={results.tools}>
          {result.result_count > 1 && state.search && <Sorting view={view} />}
          <WhyLink view={view} />
          <a href={alert}>{t('resumes.alertMe')}</a>
        </div>
      </div>
      <ActiveFilters view={view} />
      <SearchNotes view={view} />
      {result.documents.length > 0 ? (
        <ResumeCards resumes={result.documents} query={query} reasonsOf={(each) => reasonsFor(each, view, page)} />
      ) : (
        <NoResults view={view} all={RESUMES_PATH} alert={alert} />
      )}
      <div className={results.after}>
        <Pagination
          page={state.page}
          pages={pages}
          href={(page) => view.href({ ...state, page })}
          labels={{ name: t('search.pages.name'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
        />
      </div>
    </section>
  );
}
