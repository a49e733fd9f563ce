import type { ManagedJobFactsFragment } from '#contract/generated/operations.js';
import { JOB_MANAGER_PATH, JOB_WIZARD_PATH } from '#contract/pages/paths.js';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './manager.module.css';
import { stateOfChange } from './state-of-change';
import { wizardPath } from './wizard-path';

/**
 * On the dashboard: the jobs that were edited last, each with its state. `jobs` is undefined if they are currently
 * unavailable.
 */
export function JobsPanel({ jobs }: { jobs: readonly ManagedJobFactsFragment[] | undefined }) {
  const { t, href } = usePage();
  const way = jobs?.length === 0 ? JOB_WIZARD_PATH : JOB_MANAGER_PATH;
  return (
    <Panel
      id="jobs"
      title={t('job-wizard.manager.title')}
      aside={
        jobs && (
          <a href={href(way)}>{t(way === JOB_WIZARD_PATH ? 'job-wizard.newJob' : 'job-wizard.manager.showAll')}</a>
        )
      }
    >
      {!jobs && <Alert kind="warn">{t('job-wizard.manager.failed')}</Alert>}
      {jobs?.length === 0 && <p className={styles.soft}>{t('job-wizard.manager.noneText')}</p>}
      {jobs && jobs.length > 0 && (
        <ul className={styles.short}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function JobRow({ job }: { job: ManagedJobFactsFragment }) {
  const { t, href, locale, site } = usePage();
  // Shows a single state: for a change that is neither in review nor sent back, the job's own state is more
  // informative.
  const change = job.hasChanges && !job.changeInReview && !job.sentBackReason ? undefined : stateOfChange(job);
  const isShown = job.state === 'published' && job.expiration !== null;
  return (
    <li>
      <div>
        <a href={href(job.url?.path ?? wizardPath(job.id))} rel={job.url ? undefined : 'nofollow'}>
          {job.title || t('job-wizard.untitled')}
        </a>
        <span className={styles.soft}>
          {isShown
            ? t('job-wizard.manager.until', {
                date: formatDate(job.expiration!, locale, job.timeZone ?? site.timeZone),
              })
            : t('job-wizard.manager.changed', { date: formatDate(job.changed, locale, site.timeZone) })}
        </span>
      </div>
      <Tag>{t(change ? `job-wizard.manager.${change}` : `job-wizard.state.${job.state}`)}</Tag>
    </li>
  );
}
