import {
  AUDIT_PATH,
  JOBS_PATH,
  ownApplicationPath,
  editOrganizationPath,
  SETTINGS_PATH,
} from '#contract/pages/paths.js';
import type { RoleName, ListedOwnApplicationFragment, BookmarkedJobFragment } from '#contract/generated/operations.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Column } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import { AuditList } from '../../features/account/administration/audit-list';
import { AlertsPanel } from '../../features/alerts/own-alerts';
import { ReceivedPanel } from '../../features/applications/received/jobs-list';
import { Credits, Subscriptions } from '../../features/dashboard/subscriptions';
import styles from '../../features/dashboard/dashboard.module.css';
import { stepsOf, type Waiting } from '../../features/dashboard/steps';
import { JobsPanel } from '../../features/job-editing/job-list';
import { ReceivedContactsPanel, SentContactsPanel } from '../../features/resume-contacts/contact-panels';
import { ResumePanel } from '../../features/resumes/own/own-resume-state';
import { JobList } from '../../features/jobs/list/job-list';
import { usePage, useSite } from '../../lib/page-context';
import { Tag } from '../../components/ui/tag';
import { formatDate, formatPlace } from '../../lib/format';
import applicationStyles from '../../features/applications/applications.module.css';
import { StateTag } from '../../features/applications/application-marks';
import button from '../../components/ui/buttons/button.module.css';
import { Mark } from '../../components/ui/mark';
import { useUser } from '../../lib/user/user-context';
import type { DashboardData } from './+load.server';
import { NextSteps } from '../../features/dashboard/next-steps';

const SHOWN = 5;

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
    hasResume: resume?.exists !== false,
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

/** The jobs saved in the user's account, the latest first. @param jobs undefined if they are currently unavailable */
function Bookmarks({ jobs }: { jobs: readonly BookmarkedJobFragment[] | undefined }) {
  const { t, href, locale, site } = usePage();
  return (
    <Panel
      id="bookmarks"
      title={t('dashboard.bookmarks.title')}
      aside={
        jobs && jobs.length > SHOWN ? (
          <button type="button" className={`${button.button} ${button.quiet} ${styles.scripted}`} data-saved="open">
            {t('dashboard.bookmarks.all', { count: jobs.length })}
          </button>
        ) : null
      }
    >
      {!jobs && <Alert kind="warn">{t('dashboard.bookmarks.failed')}</Alert>}
      {jobs?.length === 0 && (
        <p className={styles.soft}>
          {t('dashboard.bookmarks.none')} <a href={href(JOBS_PATH)}>{t('dashboard.bookmarks.find')}</a>
        </p>
      )}
      {jobs && jobs.length > 0 && (
        <Column as="ul" gap={2} className={styles.bookmarks}>
          {jobs.slice(0, SHOWN).map((job) => (
            <li key={job.id}>
              <a href={href(job.url.path)} lang={job.language}>
                {job.title}
              </a>
              <span className={styles.soft}>
                {[job.organizationName, job.address && formatPlace(job.address, locale, site.countries)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {job.closed ? (
                <Tag>{t('dashboard.bookmarks.closed')}</Tag>
              ) : (
                job.expiration && (
                  <span className={styles.soft}>
                    {t('dashboard.bookmarks.closes', { date: formatDate(job.expiration, locale, job.timeZone) })}
                  </span>
                )
              )}
            </li>
          ))}
        </Column>
      )}
    </Panel>
  );
}

/** The organization for which the user acts. */
function OwnOrganization() {
  const { t, href } = usePage();
  const { user, currentOrganizationProfile: current, updatableOrganizationProfiles: all } = useUser();
  if (!user?.activeOrganization) return null;
  const { id, name } = user.activeOrganization;
  return (
    <Panel
      id="organization"
      title={t('dashboard.organization.title')}
      aside={
        all.length > 1 && (
          <a href={href(`${SETTINGS_PATH}#active-organization`)}>{t('dashboard.organization.switch')}</a>
        )
      }
    >
      <div className={styles.organization}>
        <Mark name={name} logo={current?.logo} large />
        <p>
          <strong>{current?.isPublic ? <a href={href(current.url.path)}>{name}</a> : name}</strong>
          {current?.openJobs !== undefined && (
            <span className={styles.soft}>{t('organization.openJobs', { count: current.openJobs })}</span>
          )}
          <a href={href(editOrganizationPath(id))} rel="nofollow" className={styles.soft}>
            {t('organization-form.edit')}
          </a>
        </p>
      </div>
    </Panel>
  );
}
