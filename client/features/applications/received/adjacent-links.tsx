import type { ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { type ListQuery, listQueryText } from '#contract/applications/list-query.js';

type Adjacent = NonNullable<ReceivedApplicationQuery['receivedApplication']>['adjacent'];

/** Links back to the list of applications, and to the previous and the next one in its order. */
export function AdjacentLinks({
  jobId,
  adjacent: { previous, next },
  query,
}: {
  jobId: string;
  adjacent: Adjacent;
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
