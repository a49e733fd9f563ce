import { APPLICATIONS_PATH } from '#contract/pages/paths.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/panel';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { JobsList, type JobWithApplications } from './jobs-list';

const AT_MOST = 5;

/** On the dashboard: the jobs with the newest applications. `jobs` undefined: they cannot be had right now. */
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
