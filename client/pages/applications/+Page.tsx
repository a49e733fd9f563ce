import { LONG_WAIT_DAYS, MEASURED_DAYS } from '#contract/applications/recruiting-rules.js';
import type { AnswerTimesQuery } from '#contract/generated/operations.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import styles from '../../features/applications/applications.module.css';
import { JobsList } from '../../features/applications/received/jobs-list';
import { usePage } from '../../lib/page-context';
import { Panel } from '../../components/ui/containers/panel';
import { formatNumber } from '../../lib/format';
import timeStyles from '../../features/applications/received/answer-times.module.css';
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

/** Response time of each organization, with a bar for the percentage of applicants who received an answer. */
function AnswerTimes({ times }: { times: AnswerTimesQuery['answerTimes'] }) {
  const { t, locale } = usePage();
  if (times.length === 0) return null;
  const days = formatNumber(LONG_WAIT_DAYS, locale);
  return (
    <Panel id="answer-times" title={t('applications.times.title')}>
      <p>{t('applications.times.intro', { days: formatNumber(MEASURED_DAYS, locale) })}</p>
      <ul className={timeStyles.times}>
        {times.map(({ organizationId, organizationName, applications, answered, medianDays, waiting }) => (
          <li key={organizationId} data-answer-time={organizationId}>
            <h3>{organizationName}</h3>
            <svg className={timeStyles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(answered / applications) * 100} height="1" />
            </svg>
            <p>
              {t('applications.times.answered', {
                count: answered,
                total: formatNumber(applications, locale),
              })}
            </p>
            {medianDays !== null && (
              <p>
                {medianDays < 1
                  ? t('applications.times.withinDay')
                  : t('applications.times.median', { count: Math.round(medianDays) })}
              </p>
            )}
            {waiting > 0 && <p>{t('applications.times.waiting', { count: waiting, days })}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
