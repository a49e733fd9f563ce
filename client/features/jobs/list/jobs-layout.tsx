import type { ReactNode } from 'react';
import { JOB_ALERT_PATH, JOBS_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { NoResults } from '../../../components/search/no-results';
import { searchParameters } from '../../../components/search/search-address';
import { SearchLayout } from '../../../components/search/search-layout';
import { SearchResults, reasonsFor } from '../../../components/search/search-results';
import { firstPage, withFacet, withoutPlace } from '../../../components/search/search-state';
import { Island } from '../../../lib/islands/island';
import { TrackedEvent } from '../../../lib/measurement/tracked';
import { usePage, useSite } from '../../../lib/page-context';
import { Reused } from '../../../lib/reused.server';
import { JOB_SEARCH, type JobSearchState, isUnderstood } from '../search-state';
import { formatList } from '../../../lib/format';
import styles from '../../../components/search/results.module.css';
import { JobCount } from './job-count';
import { JobList } from './job-list';
import { type JobSearchView, searchSentence } from './search-view';
import searchTips from './jobs-layout.module.css';

interface OpenedJob {
  title: string;
  path: string;
}

/**
 * The job search, and the open job beside the list.
 *
 * @param whole the facet of which all values are shown
 * @param radius the selected radius; undefined hides the field
 */
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
  opened: OpenedJob | null;
  pane: ReactNode;
}) {
  const { t, href } = usePage();
  const { title, organizationName, wordsOnly } = view.state;
  return (
    <SearchLayout
      view={view}
      id="jobs"
      formId="job-search"
      action={href(JOBS_PATH)}
      labels={{ form: t('jobs.searchName'), button: t('jobs.search') }}
      whole={whole}
      radius={radius}
      column
      hidden={{ title, job_organization_name: organizationName, words_only: wordsOnly && '1' }}
      apply={
        <Island
          name="job-count"
          when="visible"
          component={JobCount}
          props={{ count: view.result.result_count, wordsOnly: isWithoutUnderstanding(view) || undefined }}
        />
      }
      pane={{
        open: Boolean(pane),
        content:
          pane ??
          (view.result.documents.length > 0 && (
            <Reused by="tips">
              <SearchTips />
            </Reused>
          )),
      }}
    >
      <Results view={view} opened={opened} />
    </SearchLayout>
  );
}

/** Whether the backend was asked to read filters from the words but does not support it. */
function isWithoutUnderstanding({ state, result }: JobSearchView): boolean {
  return isUnderstood(state) && result.understanding === undefined;
}

/** @param opened the job beside the list, for screens without enough room beside it */
function Results({ view, opened }: { view: JobSearchView; opened: OpenedJob | null }) {
  const page = usePage();
  const { t, site, href } = page;
  const { features, teasers } = useSite();
  const { state, explicit, result } = view;
  // A saved search contains the filters explicitly, so that it does not depend on how words are interpreted later.
  const saved = { ...firstPage(explicit), why: undefined };
  const parameters = new URLSearchParams(searchParameters(JOB_SEARCH, saved));
  const alert = href(parameters.size > 0 ? `${JOB_ALERT_PATH}?${parameters}` : JOB_ALERT_PATH);
  return (
    <SearchResults
      view={view}
      sentence={searchSentence(explicit, result, t)}
      perPage={site.search.jobsPerPage}
      sortable
      tools={
        result.documents.length > 0 && (
          <ButtonLink kind="secondary" className={styles.alert} href={alert} rel="nofollow">
            {t('jobs.alertMe')}
          </ButtonLink>
        )
      }
      back={t('jobs.back', { count: result.result_count })}
      note={<UnderstandingNote view={view} />}
      before={
        <>
          <TrackedEvent
            event="job_search"
            occasion={parameters.toString()}
            parameters={{ search_term: state.search, results: result.result_count }}
          />
          {explicit.facets.pay && <p className={styles.note}>{t('jobs.pay.leftOut')}</p>}
          {opened && (
            <a className={styles.opened} href={href(opened.path)}>
              {t('jobs.opened', { title: opened.title })}
            </a>
          )}
        </>
      }
      after={
        <>
          <RelatedJobs view={view} />
          <RemoteBand view={view} />
        </>
      }
    >
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
    </SearchResults>
  );
}

/** Jobs with a similar meaning to the words of a search with few results: beside the results and not part of them. */
function RelatedJobs({ view: { state, result, href } }: { view: JobSearchView }) {
  const { t } = usePage();
  if (!result.related?.length) return null;
  return (
    <section className={styles.band} aria-labelledby="related-jobs">
      <h2 id="related-jobs">{t('jobs.related.title')}</h2>
      <p>{t('jobs.related.text', { words: state.search })}</p>
      <JobList jobs={result.related} level={3} openId={state.jobId} brief />
      <a href={href({ ...firstPage(state), wordsOnly: true })} rel="nofollow">
        {t('jobs.understood.wordsOnly')}
      </a>
    </section>
  );
}

/** Remote jobs that are open to people in the searched place: beside the results and not part of them. */
function RemoteBand({ view: { explicit: state, result, href, values } }: { view: JobSearchView }) {
  const { t } = usePage();
  const band = result.remote_band;
  if (!band?.documents.length) return null;
  const remote = values('remote').find(({ slug }) => slug === 'remote');
  const all: JobSearchState = withoutPlace(state);
  return (
    <section className={styles.band} aria-labelledby="remote-band">
      <h2 id="remote-band">{t('jobs.remoteBand.title')}</h2>
      <p>{t('jobs.remoteBand.text', { count: band.result_count })}</p>
      <JobList jobs={band.documents} level={3} openId={state.jobId} brief />
      {remote && (
        <a
          href={href(
            withFacet({ ...all, facets: { ...all.facets, remote: undefined } }, 'remote', remote.filter, true),
          )}
        >
          {t('jobs.remoteBand.all')}
        </a>
      )}
    </section>
  );
}

const TIPS = ['phrase', 'without', 'begins', 'place'];

/** Content beside the list while no job is open. */
function SearchTips() {
  const { t } = usePage();
  return (
    <div className={searchTips.tips}>
      <h2>{t('jobs.tips.title')}</h2>
      <p>{t('jobs.tips.open')}</p>
      <dl>
        {TIPS.map((tip) => (
          <div key={tip}>
            <dt>{t(`jobs.tips.${tip}.example`)}</dt>
            <dd>{t(`jobs.tips.${tip}.text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/**
 * The filters that were read from the typed words, with a link to search for the literal words; or the link back from
 * there.
 */
function UnderstandingNote({ view: { state, result, href } }: { view: JobSearchView }) {
  const { t, locale } = usePage();
  const { understanding } = result;
  if (understanding) {
    const labels = [...new Set(understanding.phrases.map(({ label }) => label))];
    const filters = formatList(labels, locale);
    return (
      <p className={styles.note}>
        {t('jobs.understood.text', { count: labels.length, filters })}{' '}
        <a href={href({ ...firstPage(state), wordsOnly: true })} rel="nofollow">
          {t('jobs.understood.wordsOnly')}
        </a>
        <Widened location={result.location} />
      </p>
    );
  }
  if (!state.wordsOnly || !isUnderstood({ ...state, wordsOnly: undefined })) return null;
  return (
    <p className={styles.note}>
      {t('jobs.understood.off')}{' '}
      <a href={href({ ...firstPage(state), wordsOnly: undefined })} rel="nofollow">
        {t('jobs.understood.on')}
      </a>
    </p>
  );
}

/** Says that a search was extended to a larger radius, and its size. */
function Widened({ location }: { location: JobSearchView['result']['location'] }) {
  const { t } = usePage();
  if (!location?.widened) return null;
  const { name: place, radius } = location.widened;
  const { name: country, radius: wider } = location;
  return (
    <>
      <br />
      {wider == null
        ? t('jobs.understood.wholeCountry', { place, radius, country })
        : t('jobs.understood.widerRadius', { place, radius, wider })}
    </>
  );
}
