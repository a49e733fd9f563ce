import type { JobCardFragment } from '../../../../src/contract/generated/operations.js';
import { JobCard } from './job-card';
import styles from './results.module.css';

/** Jobs below each other; `columns`: beside each other where there is room. */
export function JobList({
  jobs,
  level,
  openId,
  brief,
  columns,
}: {
  jobs: readonly JobCardFragment[];
  level?: 2 | 3;
  openId?: string;
  brief?: boolean;
  columns?: boolean;
}) {
  return (
    <ol className={columns ? styles.columns : styles.list}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} level={level} open={job.id === openId} brief={brief} />
      ))}
    </ol>
  );
}
