import type { JobToApplyForFragment } from '#contract/generated/operations.js';
import { DASHBOARD_PATH, JOBS_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import styles from './apply-form.module.css';

/** It has arrived: what happens next. The script forgets what the browser has kept (`data-application-sent`). */
export function ApplicationSent({ job, hasAccount }: { job: JobToApplyForFragment; hasAccount: boolean }) {
  const { t, href } = usePage();
  const { name: organization } = job.organization;
  return (
    <div className={styles.sent} data-application-sent={job.id}>
      <p className={styles.mark}>
        <Icon name="check" />
      </p>
      <h1>{t('applications.sent.title')}</h1>
      <p>{t('applications.sent.text', { title: job.title, organization })}</p>
      <h2>{t('applications.sent.next')}</h2>
      <ol>
        <li>{t('applications.sent.mail')}</li>
        <li>{t('applications.sent.reading', { organization })}</li>
        <li>{t(hasAccount ? 'applications.sent.dashboard' : 'applications.sent.answer')}</li>
      </ol>
      <p className={styles.ways}>
        {hasAccount && (
          <ButtonLink href={href(`${DASHBOARD_PATH}#applications`)}>{t('applications.sent.own')}</ButtonLink>
        )}
        <ButtonLink kind={hasAccount ? 'secondary' : 'primary'} href={href(JOBS_PATH)}>
          {t('applications.sent.jobs')}
        </ButtonLink>
      </p>
    </div>
  );
}
