import { AUDIT_PATH, JOBS_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import type { RoleName, ListedOwnApplicationFragment } from '#contract/generated/operations.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Column } from '../../components/ui/containers/column';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import { AuditList } from '../../features/account/administration/audit-list';
import { AlertsPanel } from '../../features/alerts/own-alerts';
import { ReceivedPanel } from '../../features/applications/received/jobs-list';
import { Bookmarks } from '../../features/dashboard/bookmarks';
import { Credits, Subscriptions } from '../../features/dashboard/subscriptions';
import styles from '../../features/dashboard/dashboard.module.css';
import { NextSteps } from '../../features/dashboard/next-steps';
import { stepsOf, type Waiting } from '../../features/dashboard/steps';
import { OwnOrganization } from '../../features/dashboard/organizations';
import { JobsPanel } from '../../features/job-editing/jobs-panel';
import { ReceivedContactsPanel, SentContactsPanel } from '../../features/resume-contacts/contact-panels';
import { ResumePanel } from '../../features/resumes/own/resume-panel';
import { JobList } from '../../features/jobs/list/job-list';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import applicationStyles from '../../features/applications/applications.module.css';
import { StateTag } from '../../features/applications/application-marks';
import type { DashboardData } from './+load.server';

export function Page({ data }: { data: DashboardData }) {
  const { currentUser, jobs, managed, bookmarks, events, applications, received, alerts, resume } = data;
  const { t } = usePage();
  const { features } = useSite();
  const user = currentUser.user!;
  const roles = user.roles.map(({ targetId }) => targetId);
  return (
    <OwnPage
      title={t('dashboard.hello', { name: user.firstName ?? user.displayName })}
      intro={
        <p className={styles.who}>
          <RoleTags roles={user.roles} />
          {user.email}
        </p>
      }
    >
      <NextSteps steps={stepsOf(currentUser, features, waitingOf(data))} />
      {roles.includes('recruiter') && user.activeOrganization && (
        <>
          {features.dashboardApplications && <ReceivedPanel jobs={received} />}
          <JobsPanel jobs={managed?.jobs} />
          <div className={styles.columns}>
            <OwnOrganization />
            <Credits />
          </div>
          <Subscriptions />
          {features.resume && user.isUserApprovedAndVerified && <SentContactsPanel counts={data.contacts} />}
        </>
      )}
      {roles.includes('recruiter') && features.resume && (
        <AlertsPanel alerts={alerts?.filter(({ kind }) => kind === 'resume')} kind="resume" />
      )}
      {roles.includes('administrator') && <LatestEvents events={events} />}
      {roles.includes('applicant') && (
        <>
          {features.resume && <ResumePanel state={resume} />}
          {features.resume && resume?.exists && <ReceivedContactsPanel received={data.receivedContacts} />}
          {features.dashboardApplications && <OwnApplications applications={applications} />}
          <Bookmarks jobs={bookmarks} />
          <AlertsPanel alerts={alerts?.filter(({ kind }) => kind === 'job')} kind="job" />
          {data.fitting?.length ? <FittingJobs jobs={data.fitting} /> : <NewestJobs jobs={jobs} />}
        </>
      )}
    </OwnPage>
  );
}

function waitingOf({
  received = [],
  managed,
  approval,
  recruiters,
  receivedContacts,
  resume,
  toReview,
}: DashboardData): Waiting {
  return {
    fresh: received.reduce((sum, { unread }) => sum + unread, 0),
    unanswered: received.reduce((sum, { waiting }) => sum + waiting, 0),
    sentBack: managed?.sentBack ?? 0,
    recruiters: recruiters ?? 0,
    toReview: toReview ?? 0,
    approval,
    contacts: receivedContacts?.pending ?? 0,
    resumeIsComplete: resume?.completeness.percent === 100,
  };
}

function NewestJobs({ jobs }: Pick<DashboardData, 'jobs'>) {
  const { t, href } = usePage();
  return (
    <Column as="section" gap={3} aria-labelledby="newest">
      <div className={styles.line}>
        <h2 id="newest">{t('home.newest')}</h2>
        {jobs && <a href={href(JOBS_PATH)}>{t('home.allJobs', { count: jobs.result_count })}</a>}
      </div>
      {!jobs && <Alert kind="warn">{t('dashboard.jobs.failed')}</Alert>}
      {jobs?.documents.length === 0 && <p className={styles.soft}>{t('dashboard.jobs.none')}</p>}
      {jobs && jobs.documents.length > 0 && <JobList jobs={jobs.documents} level={3} brief columns />}
    </Column>
  );
}

/** Jobs that match the preferences in the user's resume. */
function FittingJobs({ jobs }: { jobs: NonNullable<DashboardData['fitting']> }) {
  const { t, href } = usePage();
  return (
    <Column as="section" gap={3} aria-labelledby="fitting">
      <div className={styles.line}>
        <h2 id="fitting">{t('resume.fittingJobs')}</h2>
        <a href={href(JOBS_PATH)}>{t('dashboard.nav.jobs')}</a>
      </div>
      <JobList jobs={jobs} level={3} brief columns />
    </Column>
  );
}

function LatestEvents({ events }: Pick<DashboardData, 'events'>) {
  const { t, href } = usePage();
  return (
    <Panel id="audit" title={t('admin.audit.latest')} aside={<a href={href(AUDIT_PATH)}>{t('dashboard.allEvents')}</a>}>
      {events ? <AuditList events={events} /> : <Alert kind="warn">{t('admin.failed')}</Alert>}
    </Panel>
  );
}

/** The user's roles on this site. */
function RoleTags({ roles }: { roles: readonly { targetId: RoleName }[] }) {
  const { t } = usePage();
  return (
    <span className={styles.roles}>
      {roles.map(({ targetId }) => (
        <Tag key={targetId}>{t(`dashboard.role.${targetId}`)}</Tag>
      ))}
    </span>
  );
}

/**
 * The user's applications, with their state and its date. `applications` is undefined if they are currently
 * unavailable.
 */
function OwnApplications({ applications }: { applications: readonly ListedOwnApplicationFragment[] | undefined }) {
  const { t, href, locale, site } = usePage();
  return (
    <Panel id="applications" title={t('applications.own.title')}>
      {!applications && <Alert kind="warn">{t('applications.own.failed')}</Alert>}
      {applications?.length === 0 && <p className={applicationStyles.soft}>{t('applications.own.none')}</p>}
      {applications && applications.length > 0 && (
        <ul className={applicationStyles.rows}>
          {applications.map(({ id, job, state, created, updated }) => (
            <li key={id}>
              <div>
                <a href={href(ownApplicationPath(id))}>{job.title}</a>
                <p>
                  <span>{job.organizationName}</span>{' '}
                  <span>
                    {updated === created
                      ? t('applications.own.sent', { date: formatDate(created, locale, site.timeZone) })
                      : t('applications.own.since', { date: formatDate(updated, locale, site.timeZone) })}
                  </span>
                </p>
              </div>
              <StateTag state={state} side="applicant" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
