import type { JobCardFragment } from '../../../../src/contract/generated/operations.js';
import { JobCards } from './job-card';
import type { JobCardOptions } from './job-card-texts';
import styles from '../../../components/search/results.module.css';

/** Jobs below each other; `columns`: beside each other where there is room. */
export function JobList({
  columns,
  ...cards
}: JobCardOptions & { jobs: readonly JobCardFragment[]; columns?: boolean }) {
  return (
    <ol className={columns ? styles.columns : styles.list}>
      <JobCards {...cards} />
    </ol>
  );
}
