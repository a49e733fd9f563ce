import type { ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { Panel } from '../../../components/ui/containers/panel';
import { Icon } from '../../../components/ui/icon';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';
import { type ListQuery, listQueryText } from '#contract/applications/list-query.js';

type Application = NonNullable<ReceivedApplicationQuery['receivedApplication']>;

/** Links back to the list of applications, and to the previous and the next one in its order. */
export function AdjacentLinks({
  jobId,
  adjacent: { previous, next },
  query,
}: {
  jobId: string;
  adjacent: Application['adjacent'];
  query: ListQuery;
}) {
  const { t, href } = usePage();
  const text = listQueryText(query);
  return (
    <nav aria-label={t('applications.adjacent.label')} className={styles.adjacent}>
      <a href={href(jobApplicationsPath(jobId)) + text}>{t('applications.adjacent.list')}</a>
      {previous && (
        <a href={href(jobApplicationPath(jobId, previous)) + text} rel="prev">
          <Icon name="left" />
          {t('applications.adjacent.previous')}
        </a>
      )}
      {next && (
        <a href={href(jobApplicationPath(jobId, next)) + text} rel="next">
          {t('applications.adjacent.next')}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}

/** Earlier applications of the same person to the organization; nothing if there are none. */
export function EarlierApplications({ applications }: { applications: Application['earlier'] }) {
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
