import { RESUME_ALERT_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { NoResults } from '../../../components/search/no-results';
import results from '../../../components/search/results.module.css';
import { SearchLayout } from '../../../components/search/search-layout';
import { SearchResults } from '../../../components/search/search-results';
import { foundSentence } from '../../../components/search/search-sentence';
import { firstPage } from '../../../components/search/search-state';
import { reasonsFor } from '../../../components/search/why';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { ResumeCards } from './resume-card';
import { ResumeCount } from './resume-count';
import type { ResumeSearchView } from './resume-search-view';

/**
 * The search for resumes.
 *
 * @param whole the facet of which all values are shown
 * @param radius the selected radius; undefined hides the field
 */
export function ResumesLayout({ view, whole, radius }: { view: ResumeSearchView; whole?: string; radius?: number }) {
  const page = usePage();
  const { t, href, site } = page;
  const { fieldsOfStudy, topCv } = useSite().features;
  const { texts, state, result } = view;
  const alert = href(RESUME_ALERT_PATH) + queryOf(view.href({ ...firstPage(state), why: undefined }));
  return (
    <SearchLayout
      view={view}
      id="resumes"
      formId="resume-search"
      action={href(RESUMES_PATH)}
      labels={{ form: t('resumes.searchName'), button: t('resumes.search') }}
      about="resumes"
      whole={whole}
      radius={radius}
      column
      apply={
        <Island
          name="resume-count"
          when="visible"
          component={ResumeCount}
          props={{ count: result.result_count, features: { fieldsOfStudy } }}
        />
      }
    >
      <SearchResults
        view={view}
        sentence={foundSentence(texts, state, result, t)}
        perPage={site.search.resumesPerPage}
        sortable={Boolean(state.search)}
        tools={
          <ButtonLink kind="secondary" className={results.alert} href={alert}>
            {t('resumes.alertMe')}
          </ButtonLink>
        }
      >
        {result.documents.length > 0 ? (
          <ResumeCards
            resumes={result.documents}
            marksTop={topCv}
            query={queryOf(view.here)}
            reasonsOf={(each) => reasonsFor(each, view, page)}
          />
        ) : (
          <NoResults view={view} all={RESUMES_PATH} alert={alert} />
        )}
      </SearchResults>
    </SearchLayout>
  );
}

/** @returns the query of an address, including the question mark; empty if it has none */
function queryOf(address: string): string {
  return address.includes('?') ? address.slice(address.indexOf('?')) : '';
}
