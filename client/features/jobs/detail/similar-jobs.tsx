import { Suspense, use } from 'react';
import type { JobCardFragment } from '#contract/generated/operations.js';
import { Column } from '../../../components/ui/containers/column';
import { Skeleton } from '../../../components/ui/feedback/skeleton';
import { usePage } from '../../../lib/page-context';
import { JobList } from '../list/job-list';
import styles from './job-view.module.css';

/** Similar jobs; the page does not wait for them, and is complete without them. */
export function SimilarJobs({ jobs }: { jobs: readonly JobCardFragment[] | Promise<readonly JobCardFragment[]> }) {
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
