import { Suspense, use } from 'react';
import type { JobCardFragment } from '#contract/generated/operations.js';
import { Breadcrumb } from '../../components/ui/navigation/breadcrumb';
import { Container, Column } from '../../components/ui/containers/container';
import { isOnTheWay, JobView, ViewDot } from '../../features/jobs/detail/job-view';
import styles from '../../features/jobs/detail/job-view.module.css';
import { usePage } from '../../lib/page-context';
import { Skeleton } from '../../components/ui/feedback/load-error';
import { JobList } from '../../features/jobs/list/job-list';
import type { JobPageData } from './+load.server';

export function Page({ data: { job, trail, similar } }: { data: JobPageData }) {
  return (
    <Container className={styles.frame}>
      <Breadcrumb trail={trail} short />
      {isOnTheWay(job) ? (
        <div className={styles.unpublished} data-fades>
          <JobView job={job} level={1} />
        </div>
      ) : (
        <JobView job={job} level={1} />
      )}
      <SimilarJobs jobs={similar} />
      {job.state === 'published' && <ViewDot id={job.id} />}
    </Container>
  );
}

/** Similar jobs; the page does not wait for them, and is complete without them. */
function SimilarJobs({ jobs }: { jobs: readonly JobCardFragment[] | Promise<readonly JobCardFragment[]> }) {
  if (!(jobs instanceof Promise)) return <Jobs list={jobs} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <LateJobs jobs={jobs} />
    </Suspense>
  );
}

function LateJobs({ jobs }: { jobs: Promise<readonly JobCardFragment[]> }) {
  return <Jobs list={use(jobs)} />;
}

function Jobs({ list }: { list: readonly JobCardFragment[] }) {
  const { t } = usePage();
  if (!list.length) return null;
  return (
    <Column as="section" gap={4} className={styles.similar} aria-labelledby="similar" data-screen-only>
      <h2 id="similar">{t('job.similar')}</h2>
      <JobList jobs={list} level={3} brief columns />
    </Column>
  );
}
