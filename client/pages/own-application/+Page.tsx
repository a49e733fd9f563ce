import { DASHBOARD_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Panel } from '../../components/ui/containers/panel';
import { ApplicationContent } from '../../features/applications/application-content';
import styles from '../../features/applications/applications.module.css';
import { History } from '../../features/applications/history';
import { OwnInterview } from '../../features/applications/interview/own-interview';
import { WithdrawForm } from '../../features/applications/own/withdraw-form';
import { StateTag } from '../../features/applications/state-tag';
import { usePage } from '../../lib/page-context';
import type { OwnApplicationData } from './+load.server';

export function Page({ data: { application, withdrawal, interview, zone, notice } }: { data: OwnApplicationData }) {
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
        <div role="status" data-application-withdrawn={notice === 'withdrawn' ? '' : undefined}>
          <Alert kind={notice === 'already' ? 'info' : 'good'} passing>
            {t(
              notice === 'picked' || notice === 'asked'
                ? `applications.interview.notice.${notice}`
                : `applications.notice.${notice}`,
            )}
          </Alert>
        </div>
      )}
      {application.interview ? (
        <OwnInterview
          interview={application.interview}
          organization={job.organizationName}
          forms={interview}
          zone={zone}
        />
      ) : (
        <FormErrors errors={[...interview.pick.errors, ...interview.others.errors]} labels={{}} address={href(path)} />
      )}
      <Panel id="history" title={t('applications.history')}>
        <History events={events} side="applicant" />
        {mayWithdraw && (
          <p>
            <ButtonLink kind="secondary" href={href(`${ownApplicationPath(application.id)}/add`)} rel="nofollow">
              {t('applications.add.title')}
            </ButtonLink>
          </p>
        )}
      </Panel>
      <Panel id="sent" title={t('applications.own.content')}>
        <ApplicationContent application={application} />
      </Panel>
      {(mayWithdraw || withdrawal.errors.length > 0) && <WithdrawForm form={withdrawal} />}
    </OwnPage>
  );
}
