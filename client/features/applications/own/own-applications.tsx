import type { ListedOwnApplicationFragment } from '#contract/generated/operations.js';
import { ownApplicationPath } from '#contract/pages/paths.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';

/**
 * The user's applications, with their state and its date. `applications` is undefined if they are currently
 * unavailable.
 */
export function OwnApplications({
  applications,
}: {
  applications: readonly ListedOwnApplicationFragment[] | undefined;
}) {
  const { t, href, locale, site } = usePage();
  return (
    <Panel id="applications" title={t('applications.own.title')}>
      {!applications && <Alert kind="warn">{t('applications.own.failed')}</Alert>}
      {applications?.length === 0 && <p className={styles.soft}>{t('applications.own.none')}</p>}
      {applications && applications.length > 0 && (
        <ul className={styles.rows}>
          {applications.map(({ id, job, state, created, updated }) => (
            <li key={id}>
              <div>
                <a href={href(ownApplicationPath(id))}>{job.title}</a>
                <p>
                  <span>{job.organizationName}</span>{' '}
                  <span>
                    {updated === created
                      ? t('applications.own.sent', { date: formatDate(created, locale, site.timeZone) })
                      : t('applications.own.since', { date: formatDate(updated, locale, site.timeZone) })}
                  </span>
                </p>
              </div>
              <StateTag state={state} side="applicant" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
