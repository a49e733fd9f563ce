import {
  userPath,
  USERS_PATH,
  AUDIT_PATH,
  REVIEWED_JOB_PATH,
  SITE_JOBS_PATH,
  SITE_ORGANIZATION_PATH,
} from '#contract/pages/paths.js';
import type { SiteJobsQuery, SiteUserQuery } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { BlockForm, MailForms, MasqueradeForm, RolesForm } from '../../../features/account/administration/user-forms';
import { usePage } from '../../../lib/page-context';
import { Panel } from '../../../components/ui/containers/panel';
import { Tag } from '../../../components/ui/tag';
import { labelled } from '../../../components/ui/forms/field-labels';
import { formatDate, formatTime, languageName } from '../../../lib/format';
import { withQuery } from '../../../lib/page-data';
import styles from '../../../features/account/administration/administration.module.css';
import { UserState } from '../../../features/account/administration/searched-tables';
import type { UserData } from './+load.server';

export function Page({ data: { user, jobs, forms, notice } }: { data: UserData }) {
  const { t } = usePage();
  const { account } = user;
  return (
    <OwnPage
      title={account.name}
      trail={[
        { name: t('admin.users.title'), path: USERS_PATH },
        { name: account.name, path: userPath(account.id) },
      ]}
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`admin.user.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <UserFacts user={user} />
      <UserOrganizations user={user} />
      <UserJobs userId={account.id} jobs={jobs} />
      <UserEvents user={user} />
      <MailForms user={account} verification={forms['verification-mail']} reset={forms['reset-mail']} />
      <RolesForm user={account} form={forms.roles} />
      <MasqueradeForm user={account} form={forms.masquerade} />
      <BlockForm user={account} form={account.blocked ? forms.unblock : forms.block} />
    </OwnPage>
  );
}

type User = NonNullable<SiteUserQuery['siteUser']>;

/** Facts about a user's account. */
function UserFacts({ user: { account, language, lastLogin, blockReason, applications } }: { user: User }) {
  const { t, locale, site } = usePage();
  const facts = {
    state: <UserState user={account} />,
    email: account.email,
    verified: account.emailVerified
      ? formatDate(account.emailVerified, locale, site.timeZone)
      : t('admin.user.notVerified'),
    roles: account.roles.map(({ targetId }) => t(`dashboard.role.${targetId}`)).join(', '),
    language: languageName(language, locale),
    created: formatDate(account.created, locale, site.timeZone),
    lastLogin: lastLogin ? formatTime(lastLogin, locale, site.timeZone) : t('admin.user.neverLoggedIn'),
    applications: String(applications),
    ...(account.blocked && { blocked: formatTime(account.blocked, locale, site.timeZone) }),
    ...(blockReason && { blockReason }),
  };
  return (
    <Panel id="facts" title={t('admin.user.facts')}>
      <dl className={styles.details}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} data-fact={name}>
            <dt>{t(`admin.user.fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Links to the audit log: actions of the user, and actions on the account. */
function UserEvents({ user: { account } }: { user: User }) {
  const { t, href } = usePage();
  const links = {
    events: { user: account.id },
    eventsTo: { kind: 'account', record: account.email },
  };
  return (
    <Panel id="events" title={t('admin.audit.title')}>
      <ul className={styles.people}>
        {Object.entries(links).map(([name, query]) => (
          <li key={name}>
            <a href={href(withQuery(AUDIT_PATH, query))} rel="nofollow">
              {t(`admin.user.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The user's organizations on this site. */
function UserOrganizations({ user: { organizations } }: { user: User }) {
  const { t, href } = usePage();
  return (
    <Panel id="organizations" title={t('admin.organizations.title')}>
      {organizations.length === 0 && <p>{t('admin.user.noOrganizations')}</p>}
      <ul className={styles.people}>
        {organizations.map(({ id, name, state, role }) => (
          <li key={id}>
            <a href={href(`${SITE_ORGANIZATION_PATH}?organization=${id}`)} rel="nofollow">
              {name}
            </a>{' '}
            <span>{t(`admin.organizations.role.${role}`)}</span> <Tag>{t(`admin.organizations.states.${state}`)}</Tag>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The latest jobs of these organizations, and a link to all of them. */
function UserJobs({ userId, jobs: { jobs, total } }: { userId: string; jobs: SiteJobsQuery['siteJobs'] }) {
  const { t, href, locale } = usePage();
  return (
    <Panel id="jobs" title={t('admin.organizations.jobs')}>
      {jobs.length === 0 && <p>{t('admin.user.noJobs')}</p>}
      <ul className={styles.people}>
        {jobs.map(({ id, title, state, organization, url }) => (
          <li key={id} data-job={id}>
            <a href={href(`${REVIEWED_JOB_PATH}?job=${id}`)} rel="nofollow">
              {title || t('job-wizard.untitled')}
            </a>{' '}
            <span>{organization.name}</span> <Tag>{t(`job-wizard.state.${state}`)}</Tag>{' '}
            {url && (
              <a href={href(url.path)} aria-label={labelled(t('job-wizard.manager.view'), title, locale)}>
                {t('job-wizard.manager.view')}
              </a>
            )}
          </li>
        ))}
      </ul>
      {total > 0 && (
        <p>
          <a href={href(`${SITE_JOBS_PATH}?user=${userId}`)} rel="nofollow">
            {t('admin.user.allJobs', { count: total })}
          </a>
        </p>
      )}
    </Panel>
  );
}
