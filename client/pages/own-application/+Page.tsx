import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/panel';
import { ApplicationContent } from '../../features/applications/application-content';
import styles from '../../features/applications/applications.module.css';
import { History } from '../../features/applications/history';
import { WithdrawForm } from '../../features/applications/own/withdraw-form';
import { StateTag } from '../../features/applications/state-tag';
import { usePage } from '../../lib/page-context';
import type { OwnApplicationData } from './+load.server';

export function Page({ data: { application, withdrawal, notice } }: { data: OwnApplicationData }) {
  const { t, href, path } = usePage();
  const { job, state, events, mayWithdraw } = application;
  return (
    <OwnPage
      title={job.title}
      trail={[
        { name: t('account.menu.dashboard'), path: DASHBOARD_PATH },
        { name: t('applications.own.pageTitle'), path },
      ]}
      intro={
        <p className={styles.facts}>
          <StateTag state={state} side="applicant" />
          <span>{job.organizationName}</span>
          <a href={href(job.url.path)}>{t('applications.form.backToJob')}</a>
        </p>
      }
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind={notice === 'already' ? 'info' : 'good'} passing>
            {t(`applications.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <Panel id="history" title={t('applications.history')}>
        <History events={events} side="applicant" />
      </Panel>
      <Panel id="sent" title={t('applications.own.content')}>
        <ApplicationContent application={application} />
      </Panel>
      {(mayWithdraw || withdrawal.errors.length > 0) && <WithdrawForm form={withdrawal} />}
    </OwnPage>
  );
}
