import type { ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { jobApplicationPath } from '#contract/pages/paths.js';
import { Panel } from '../../../components/ui/containers/panel';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';

type Earlier = NonNullable<ReceivedApplicationQuery['receivedApplication']>['earlier'];

/** Earlier applications of the same person to the organization; nothing if there are none. */
export function EarlierApplications({ applications }: { applications: Earlier }) {
  const { t, href, locale, site } = usePage();
  if (applications.length === 0) return null;
  return (
    <Panel id="earlier" title={t('applications.earlier.title')}>
      <p className={styles.soft}>{t('applications.earlier.help')}</p>
      <ul className={styles.rows} data-earlier>
        {applications.map(({ id, jobId, jobTitle, state, created }) => (
          <li key={id}>
            <div>
              <a href={href(jobApplicationPath(jobId, id))}>{jobTitle}</a>
              <p>{t('applications.received.on', { date: formatDate(created, locale, site.timeZone) })}</p>
            </div>
            <StateTag state={state} side="employer" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
