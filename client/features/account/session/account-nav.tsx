import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import {
  APPLICATIONS_PATH,
  AUDIT_PATH,
  CONTACT_CREDITS_PATH,
  DASHBOARD_PATH,
  JOB_MANAGER_PATH,
  JOB_REVIEW_PATH,
  SITE_JOBS_PATH,
  SITE_ORGANIZATIONS_PATH,
  JOBS_PATH,
  LOGIN_PATH,
  ORDERS_PATH,
  MANAGED_PRODUCTS_PATH,
  OWN_CONTACTS_PATH,
  OWN_ORGANIZATION_PATH,
  RECRUITERS_PATH,
  SETTINGS_PATH,
  USERS_PATH,
  MEASUREMENT_PATH,
  RETENTION_PATH,
  SEARCH_COUNTS_PATH,
  QUEUE_PATH,
} from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { Translate } from '#shared/text/translator.js';
import { type SidenavRole, SIDENAV_KEY, SIDENAV_SCRIPT } from '../../../components/layouts/sidenav-state';
import { usePage, useSite } from '../../../lib/page-context';
import { type CurrentUser, useUser } from '../../../lib/user/user-context';
import { rolesOf, productLinks, resumeLinks } from '../roles';
import { classNames } from '../../../components/ui/class-names';
import { Icon, type IconName } from '../../../components/ui/icon';
import styles from '../../../components/layouts/sidenav.module.css';

const ACCOUNT_PATH = /^\/(dashboard|user|admin|applications?|job-manager|my-products|contact-credits)(\/|$)/;

/** Whether a page is about the account, and so has the sidenav of accounts. */
export function isAccountPath(path: string): boolean {
  return ACCOUNT_PATH.test(path);
}

/** Navigation of the account pages that the user may see. */
export function AccountNav({ nonce }: { nonce: string }) {
  const { t } = usePage();
  const site = useSite();
  const user = useUser();
  const groups = user.authenticated ? ownGroups(user, site, t) : waysIn(site.features, t);
  return <Sidenav role={sidenavRole(user)} groups={groups} nonce={nonce} />;
}

/** For the sidenav, administrators of a site are treated like recruiters of an organization. */
function sidenavRole({ user }: CurrentUser): SidenavRole {
  if (!user) return 'anonymous';
  return user.roles.every(({ targetId }) => targetId === 'applicant') ? 'applicant' : 'recruiter';
}

function ownGroups(
  { user }: CurrentUser,
  { features, commerce }: Pick<PublicSite, 'features' | 'commerce'>,
  t: Translate,
): SidenavGroup[] {
  const roles = (user?.roles ?? []).map(({ targetId }) => targetId);
  const own: SidenavGroup = {
    links: [
      { path: DASHBOARD_PATH, icon: 'home', label: t('account.menu.dashboard') },
      ...(roles.includes('recruiter')
        ? [
            { path: JOB_MANAGER_PATH, icon: 'flag' as const, label: t('job-wizard.manager.title') },
            { path: OWN_ORGANIZATION_PATH, icon: 'organization' as const, label: t('account.organization.title') },
          ]
        : []),
      { path: JOBS_PATH, icon: 'search', label: t('dashboard.nav.jobs') },
      ...resumeLinks(roles, features).map(({ path, label }) => ({ path, icon: 'resume' as const, label: t(label) })),
      ...productLinks(roles, commerce).map(({ path, label }) => ({ path, icon: 'credits' as const, label: t(label) })),
      ...(roles.includes('recruiter') && features.resume
        ? [{ path: CONTACT_CREDITS_PATH, icon: 'people' as const, label: t('contacts.title') }]
        : []),
      ...(roles.includes('applicant') && features.resume
        ? [{ path: OWN_CONTACTS_PATH, icon: 'people' as const, label: t('contacts.received.title') }]
        : []),
      ...(receives(roles)
        ? [{ path: APPLICATIONS_PATH, icon: 'mail' as const, label: t('applications.received.title') }]
        : []),
      { path: SETTINGS_PATH, icon: 'settings', label: t('account.menu.settings') },
    ],
  };
  const reviewing = { path: JOB_REVIEW_PATH, icon: 'check' as const, label: t('job-wizard.review.title') };
  const allJobs = { path: SITE_JOBS_PATH, icon: 'search' as const, label: t('job-wizard.siteJobs.title') };
  if (!roles.includes('administrator')) {
    if (!roles.some((role) => ADMINISTRATION_ROLES.includes(role))) return [own];
    return [own, { title: t('admin.title'), links: [reviewing, allJobs] }];
  }
  const administration: SidenavGroup = {
    title: t('admin.title'),
    links: [
      reviewing,
      allJobs,
      ...(features.recruiterApproval
        ? [{ path: RECRUITERS_PATH, icon: 'userPlus' as const, label: t('admin.recruiters.title') }]
        : []),
      { path: SITE_ORGANIZATIONS_PATH, icon: 'organization', label: t('admin.organizations.title') },
      { path: USERS_PATH, icon: 'people', label: t('admin.users.title') },
      { path: ORDERS_PATH, icon: 'credits', label: t('checkout.admin.title') },
      { path: MANAGED_PRODUCTS_PATH, icon: 'credits', label: t('product-admin.title') },
      { path: QUEUE_PATH, icon: 'clock', label: t('admin.queue.title') },
      { path: SEARCH_COUNTS_PATH, icon: 'search', label: t('admin.searches.title') },
      { path: RETENTION_PATH, icon: 'clock', label: t('admin.retention.title') },
      { path: MEASUREMENT_PATH, icon: 'flag', label: t('admin.measurement.title') },
      { path: AUDIT_PATH, icon: 'history', label: t('admin.audit.title') },
    ],
  };
  return [own, administration];
}

/** Whether the user receives applications or administers them. */
function receives(roles: readonly string[]): boolean {
  return roles.some((role) => role !== 'applicant');
}

/** There are none during maintenance. */
function waysIn(features: PublicSite['features'], t: Translate): SidenavGroup[] {
  const jobs = { path: JOBS_PATH, icon: 'search', label: t('dashboard.nav.jobs') } as const;
  if (features.readOnly) return [{ links: [jobs] }];
  const register = rolesOf(features).map((role) => ({
    path: `/user/register/${role}`,
    icon: 'userPlus' as const,
    label: t(`account.register.title.${role}`),
  }));
  return [
    {
      links: [{ path: LOGIN_PATH, icon: 'logIn', label: t('account.menu.login') }, ...register, jobs],
    },
  ];
}

interface SidenavGroup {
  title?: string;
  links: readonly { path: string; icon: IconName; label: string }[];
}

/**
 * The navigation of account pages, beside the content. Closed until the user opens it; browsers remember that for each
 * role (PAGE-03).
 * @param nonce allows the inline script that opens it before the first paint
 */
function Sidenav({ role, groups, nonce }: { role: SidenavRole; groups: readonly SidenavGroup[]; nonce: string }) {
  const { t, path, href } = usePage();
  return (
    <nav
      className={styles.sidenav}
      aria-label={t(role === 'anonymous' ? 'dashboard.nav.waysIn' : 'dashboard.nav.label')}
      data-sidenav={SIDENAV_KEY + role}
    >
      <details>
        <summary>
          <Icon name="panel" />
          <span>{t(role === 'anonymous' ? 'dashboard.nav.waysIn' : 'dashboard.nav.menu')}</span>
          <Icon name="down" />
        </summary>
        <div className={styles.groups}>
          {groups.map(({ title, links }, index) => (
            <div key={title ?? index} className={styles.group}>
              {title && <h2 id={`sidenav-${index}`}>{title}</h2>}
              <ul aria-labelledby={title && `sidenav-${index}`}>
                {links.map(({ path: to, icon, label }) => (
                  <li key={to}>
                    <a
                      href={href(to)}
                      rel={to.startsWith('/jobs') ? undefined : 'nofollow'}
                      aria-current={to === path ? 'page' : undefined}
                      className={classNames(to === path && styles.current)}
                    >
                      <Icon name={icon} />
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SIDENAV_SCRIPT }} />
    </nav>
  );
}
