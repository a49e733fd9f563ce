import { APPLICATIONS_PATH, jobApplicationsPath } from '#contract/pages/paths.js';
import { ANSWER_DELAY_MINUTES } from '#contract/applications/answer-delay.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Column } from '../../../components/ui/containers/column';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Panel } from '../../../components/ui/containers/panel';
import { ApplicationContent } from '../../../features/applications/application-content';
import styles from '../../../features/applications/applications.module.css';
import { History } from '../../../features/applications/history';
import { listQueryText } from '#contract/applications/list-query.js';
import { InterviewPanel } from '../../../features/applications/interview/interview-panel';
import { AdjacentLinks, EarlierApplications } from '../../../features/applications/received/other-applications';
import { AnswerForm, MoveForm } from '../../../features/applications/received/answer-form';
import { DelayedMails } from '../../../features/applications/received/delayed-mails';
import { TeamPanel } from '../../../features/applications/received/team-panel';
import { formatDate, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { ReceivedApplicationData } from './+load.server';

export function Page({ data: { application, query, forms, template, notice } }: { data: ReceivedApplicationData }) {
  const { t, href, locale, path, site } = usePage();
  const { job, firstName, lastName, emailAddress, delayedMails, events, created, hasAccount } = application;
  const name = `${firstName} ${lastName}`;
  return (
    <OwnPage
      title={name}
      trail={[
        { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        { name: job.title, path: jobApplicationsPath(job.id) },
        { name, path },
      ]}
      intro={
        <p className={styles.facts}>
          <a href={`mailto:${emailAddress}`}>{emailAddress}</a>
          <span>{t('applications.received.on', { date: formatDate(created, locale, site.timeZone) })}</span>
        </p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`applications.notice.${notice}`, { minutes: formatNumber(ANSWER_DELAY_MINUTES, locale) })}
          </Alert>
        </div>
      )}
      <AdjacentLinks jobId={job.id} adjacent={application.adjacent} query={query} />
      <FormErrors errors={forms.delayed.errors} labels={{}} address={href(path)} />
      <DelayedMails mails={delayedMails} form={forms.delayed} application={{ id: application.id, name }} />
      <div className={styles.columns}>
        <Panel id="application" title={t('applications.received.one')}>
          <ApplicationContent application={application} />
        </Panel>
        <Column gap={5} className={styles.side}>
          <MoveForm form={forms.move} application={application} />
          {application.team && <InterviewPanel application={application} />}
          {application.team && <TeamPanel team={application.team} organization={job.organizationName} forms={forms} />}
          <EarlierApplications applications={application.earlier} />
          <Panel id="history" title={t('applications.history')}>
            <History events={events} side="employer" />
            <p className={styles.soft}>
              {t(hasAccount ? 'applications.received.seesStates' : 'applications.received.hearsByMail')}
            </p>
          </Panel>
        </Column>
        <AnswerForm
          form={forms.answer}
          application={application}
          template={template}
          address={href(path)}
          query={listQueryText(query)}
        />
      </div>
    </OwnPage>
  );
}
