import { APPLICATIONS_PATH, jobApplicationsPath, jobApplicationPath } from '#contract/pages/paths.js';
import { ANSWER_DELAY_MINUTES } from '#contract/applications/recruiting-rules.js';
import { listQueryText, type ListQuery } from '#contract/applications/list-query.js';
import type { ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Column } from '../../../components/ui/containers/container';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Panel } from '../../../components/ui/containers/panel';
import { ApplicationContent, History } from '../../../features/applications/application-content';
import styles from '../../../features/applications/applications.module.css';
import { InterviewPanel } from '../../../features/applications/interview/interview-panel';
import { AnswerForm, MoveForm } from '../../../features/applications/received/answer-form';
import { DelayedMails, StateTag } from '../../../features/applications/application-marks';
import { TeamPanel } from '../../../features/applications/received/team-panel';
import { formatDate, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { Icon } from '../../../components/ui/icon';
import type { ReceivedApplicationData } from './+load.server';

/** The form whose text has arrived, by the notice about it. */
const FORM_OF: Partial<Record<NonNullable<ReceivedApplicationData['notice']>, string>> = {
  answered: 'answer',
  noted: 'note',
  tagged: 'tag',
};

export function Page({ data: { application, query, forms, template, notice } }: { data: ReceivedApplicationData }) {
  const { t, href, locale, path, site } = usePage();
  const { job, firstName, lastName, emailAddress, delayedMails, events, created, hasAccount } = application;
  const name = `${firstName} ${lastName}`;
  const formOf = notice && FORM_OF[notice];
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
        <div role="status" data-text-arrived={formOf && `${application.id}-${formOf}`}>
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
          {application.team && (
            <TeamPanel
              team={application.team}
              application={application.id}
              organization={job.organizationName}
              forms={forms}
            />
          )}
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

type Application = NonNullable<ReceivedApplicationQuery['receivedApplication']>;

/** Links back to the list of applications, and to the previous and the next one in its order. */
function AdjacentLinks({
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
function EarlierApplications({ applications }: { applications: Application['earlier'] }) {
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
