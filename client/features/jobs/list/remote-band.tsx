import { usePage } from '../../../lib/page-context';
import { withFacet, withoutPlace } from '../../../components/search/search-state';
import type { JobSearchState } from '../search-state';
import { JobList } from './job-list';
import styles from '../../../components/search/results.module.css';
import type { JobSearchView } from './search-view';

/** Remote jobs that people of the searched place may take: beside the result and not part of it. */
export function RemoteBand({ view: { state, result, href, values } }: { view: JobSearchView }) {
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
