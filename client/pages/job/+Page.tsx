import { Breadcrumb } from '../../components/ui/navigation/breadcrumb';
import { Container } from '../../components/ui/containers/container';
import { jobTrail } from '../../features/jobs/detail/job-trail';
import { isOnTheWay, JobView } from '../../features/jobs/detail/job-view';
import styles from '../../features/jobs/detail/job-view.module.css';
import { SimilarJobs } from '../../features/jobs/detail/similar-jobs';
import { ViewDot } from '../../features/jobs/detail/view-dot';
import { usePage } from '../../lib/page-context';
import type { JobPageData } from './+load.server';

export function Page({ data: { job, similar } }: { data: JobPageData }) {
  const { t } = usePage();
  return (
    <Container className={styles.frame}>
      <Breadcrumb trail={jobTrail(job, t)} short />
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
