import type { JobsWithApplicationsQuery } from '#contract/generated/operations.js';
import { APPLICATIONS_PATH, jobApplicationsPath } from '#contract/pages/paths.js';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';

export type JobWithApplications = JobsWithApplicationsQuery['jobsWithApplications'][number];

/** Jobs with applications, with the number of new ones and the total. */
export function JobsList({ jobs }: { jobs: readonly JobWithApplications[] }) {
  const { t, href, locale, site } = usePage();
  return (
    <ul className={styles.rows}>
      {jobs.map(({ job, total, unread, latest }) => {
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
              {unread > 0 && (
                <span className={`${styles.state} ${styles.unread}`}>{t('applications.fresh', { count: unread })}</span>
              )}
              <span className={styles.state}>{t('applications.total', { count: total })}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const AT_MOST = 5;

/** On the dashboard: the jobs with the latest applications. `jobs` is undefined if they are currently unavailable. */
export function ReceivedPanel({ jobs }: { jobs: readonly JobWithApplications[] | undefined }) {
  const { t, href } = usePage();
  return (
    <Panel
      id="applications"
      title={t('applications.received.title')}
      aside={jobs && jobs.length > AT_MOST && <a href={href(APPLICATIONS_PATH)}>{t('applications.received.all')}</a>}
    >
      {!jobs && <Alert kind="warn">{t('applications.received.failed')}</Alert>}
      {jobs?.length === 0 && <p className={styles.soft}>{t('applications.received.none')}</p>}
      {jobs && jobs.length > 0 && <JobsList jobs={jobs.slice(0, AT_MOST)} />}
    </Panel>
  );
}
