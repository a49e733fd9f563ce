import { LONG_WAIT_DAYS, MEASURED_DAYS } from '#contract/applications/answer-times.js';
import type { AnswerTimesQuery } from '#contract/generated/operations.js';
import { Panel } from '../../../components/ui/containers/panel';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './answer-times.module.css';

/** Response time of each organization, with a bar for the percentage of applicants who received an answer. */
export function AnswerTimes({ times }: { times: AnswerTimesQuery['answerTimes'] }) {
  const { t, locale } = usePage();
  if (times.length === 0) return null;
  const days = formatNumber(LONG_WAIT_DAYS, locale);
  return (
    <Panel id="answer-times" title={t('applications.times.title')}>
      <p>{t('applications.times.intro', { days: formatNumber(MEASURED_DAYS, locale) })}</p>
      <ul className={styles.times}>
        {times.map(({ organizationId, organizationName, applications, answered, medianDays, waiting }) => (
          <li key={organizationId} data-answer-time={organizationId}>
            <h3>{organizationName}</h3>
            <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(answered / applications) * 100} height="1" />
            </svg>
            <p>
              {t('applications.times.answered', {
                answered: formatNumber(answered, locale),
                count: applications,
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
