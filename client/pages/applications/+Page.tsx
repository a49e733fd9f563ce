import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import styles from '../../features/applications/applications.module.css';
import { AnswerTimes } from '../../features/applications/received/answer-times';
import { JobsList } from '../../features/applications/received/jobs-list';
import { usePage } from '../../lib/page-context';
import type { ApplicationsData } from './+load.server';

export function Page({ data: { jobs, times } }: { data: ApplicationsData }) {
  const { t } = usePage();
  return (
    <OwnPage title={t('applications.received.title')} intro={<p>{t('applications.received.intro')}</p>}>
      {jobs.length === 0 ? (
        <Alert>{t('applications.received.none')}</Alert>
      ) : (
        <div className={styles.list}>
          <JobsList jobs={jobs} />
        </div>
      )}
      <AnswerTimes times={times} />
    </OwnPage>
  );
}
