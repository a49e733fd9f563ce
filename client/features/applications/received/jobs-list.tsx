import type { JobsWithApplicationsQuery } from '#contract/generated/operations.js';
import { jobApplicationsPath } from '#contract/pages/paths.js';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';

export type JobWithApplications = JobsWithApplicationsQuery['jobsWithApplications'][number];

/** Jobs that somebody has applied for, with how many are new and how many there are. */
export function JobsList({ jobs }: { jobs: readonly JobWithApplications[] }) {
  const { t, href, locale, site } = usePage();
  return (
    <ul className={styles.rows}>
      {jobs.map(({ job, total, counts, latest }) => {
        const fresh = counts.find(({ state }) => state === 'new')?.count ?? 0;
        return (
          <li key={job.id}>
            <div>
              <a href={href(jobApplicationsPath(job.id))}>{job.title}</a>
              <p>
                <span>{job.organizationName}</span> {job.closed && <span>{t('applications.jobClosed')}</span>}{' '}
                <span>{t('applications.latest', { date: formatDate(latest, locale, site.timeZone) })}</span>
              </p>
            </div>
            <p className={styles.counts}>
              {fresh > 0 && (
                <span className={`${styles.state} ${styles.new}`}>{t('applications.fresh', { count: fresh })}</span>
              )}
              <span className={styles.state}>{t('applications.total', { count: total })}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
