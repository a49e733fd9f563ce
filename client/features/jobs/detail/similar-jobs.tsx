import { Suspense, use } from 'react';
import type { JobCardFragment } from '../../../../src/contract/generated/operations.js';
import { Skeleton } from '../../../components/ui/skeleton';
import { usePage } from '../../../lib/page-context';
import { JobList } from '../list/job-list';
import styles from './similar-jobs.module.css';

/** Jobs like this one; the page does not wait for them, and does without them if need be. */
export function SimilarJobs({ jobs }: { jobs: Promise<readonly JobCardFragment[]> }) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Similar jobs={jobs} />
    </Suspense>
  );
}

function Similar({ jobs }: { jobs: Promise<readonly JobCardFragment[]> }) {
  const { t } = usePage();
  const list = use(jobs);
  if (!list.length) return null;
  return (
    <section className={styles.similar} aria-labelledby="similar">
      <h2 id="similar">{t('job.similar')}</h2>
      <JobList jobs={list} level={3} brief columns />
    </section>
  );
}
