import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Container } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { JobSearchForm } from '../../features/jobs/list/job-search-form';
import { JobsLayout } from '../../features/jobs/list/jobs-layout';
import { jobSearchView } from '../../features/jobs/list/search-view';
import { usePage } from '../../lib/page-context';
import { Icon } from '../../components/ui/icon';
import styles from '../../features/jobs/detail/job-pane.module.css';
import { JobView, ViewDot } from '../../features/jobs/detail/job-view';
import type { JobsPageData, WithoutJobs } from './+load.server';

export function Page({ data }: { data: JobsPageData | WithoutJobs }) {
  return 'isWithoutList' in data ? <NoList /> : <Jobs data={data} />;
}

/** Shows the search form with the criteria of the address, although no results can be listed. */
function NoList() {
  const { t } = usePage();
  return (
    <Container section gap={4}>
      <h1>{t('jobs.searchName')}</h1>
      <JobSearchForm />
      <Alert kind="warn">{t('error.noList')}</Alert>
    </Container>
  );
}

function Jobs({ data }: { data: JobsPageData }) {
  const { href } = usePage();
  const { state, result, pathFacets, job, whole, radius } = data;
  const view = jobSearchView(state, result, { href, pathFacets });
  return (
    <JobsLayout
      view={view}
      whole={whole}
      radius={radius}
      opened={job && { title: job.title, path: job.url.path }}
      pane={job && <JobPane job={job} closeHref={view.href({ ...state, jobId: undefined })} />}
    />
  );
}

/** A job beside the list. */
function JobPane({ job, closeHref }: { job: JobDetailsFragment; closeHref: string }) {
  const { t, href } = usePage();
  return (
    <aside className={styles.pane} aria-labelledby="job-title">
      <JobView
        job={job}
        level={2}
        source="search"
        tools={
          <p className={styles.tools}>
            <a href={href(job.url.path)}>
              {t('job.ownPage')}
              <Icon name="arrow" />
            </a>
            <a href={closeHref} data-close-job={job.id}>
              <Icon name="close" />
              {t('job.close')}
            </a>
          </p>
        }
      />
      {!job.closed && <ViewDot id={job.id} />}
    </aside>
  );
}
