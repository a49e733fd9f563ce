import type { ReactNode } from 'react';
import type { Viewer } from '#contract/pages/page-request.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { DASHBOARD_PATH, JOBS_PATH, LOGIN_PATH, LOGOUT_PATH, SETTINGS_PATH } from '#contract/pages/paths.js';
import { CSRF_FIELD, FORM_FIELD, partsOfCsrf } from '#contract/applications/sent-form.js';
import { Icon } from '../../../components/ui/icon';
import { labelled } from '../../../components/ui/forms/field-labels';
import { usePage, useSite } from '../../../lib/page-context';
import { Reused, ReusedEach } from '../../../lib/reused.server';
import styles from './account-menu.module.css';
import { rolesOf, productLinks, resumeLinks } from '../roles';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

/** In the header of every page: login and registration, the same for everybody, or the menu of the user's account. */
export function AccountMenu({ viewer, csrf }: { viewer: Viewer | null; csrf: string }) {
  if (viewer) return <OwnMenu viewer={viewer} csrf={csrf} />;
  return (
    <Reused by="ways in">
      <WaysIn />
    </Reused>
  );
}

function WaysIn() {
  const { t, href } = usePage();
  const { features } = useSite();
  const roles = rolesOf(features);
  if (features.readOnly) return <ClosedWays register={roles.length > 0} />;
  return (
    <div className={styles.ways}>
      <a
        href={href(LOGIN_PATH)}
        rel="nofollow"
        data-login
        data-home={href('/')}
        data-close={t('account.menu.closeLogin')}
      >
        {t('account.menu.login')}
      </a>
      <RegisterLink className={styles.register} />
    </div>
  );
}

/** Link to registration; nothing if the site does not allow registration. */
export function RegisterLink({ className }: { className?: string }) {
  const { t, href } = usePage();
  const { features } = useSite();
  const roles = rolesOf(features);
  if (roles.length === 0 || features.readOnly) return null;
  const register = roles.length === 1 ? `/user/register/${roles[0]}` : '/user/register';
  return (
    <a href={href(register)} rel="nofollow" className={className}>
      {t('account.menu.register')}
    </a>
  );
}

/** During maintenance, login and registration are disabled: the links are shown, and say why. */
function ClosedWays({ register }: { register: boolean }) {
  const { t } = usePage();
  const closed = { role: 'link', 'aria-disabled': true, title: t('maintenance.login'), className: styles.closed };
  return (
    <div className={styles.ways} data-closed-ways>
      <span {...closed}>{t('account.menu.login')}</span>
      {register && <span {...closed}>{t('account.menu.register')}</span>}
    </div>
  );
}

/** Its structure is the same for all users with the same pages; the user's details are filled in. */
function OwnMenu({ viewer, csrf }: { viewer: Viewer; csrf: string }) {
  const site = useSite();
  const { user: own } = viewer;
  // Not cached: few users belong to several organizations, and each to different ones.
  if (own.organizations.length > 1)
    return (
      <OwnMenuOf
        links={ownLinks(own, site)}
        isNew={viewer.isNewUserViaSocial}
        name={own.displayName}
        email={own.email}
        csrf={partsOfCsrf(csrf).token}
        initials={initials(own.displayName)}
        organizations={<OrganizationSwitch user={own} csrf={csrf} />}
      />
    );
  return (
    <ReusedEach
      name="own menu"
      items={[viewer]}
      part={({ user, isNewUserViaSocial }) => {
        const { displayName, email } = user;
        return {
          shape: { links: ownLinks(user, site), isNew: isNewUserViaSocial },
          texts: { name: displayName, email, csrf: partsOfCsrf(csrf).token, initials: initials(displayName) },
        };
      }}
    >
      {(shape, texts) => <OwnMenuOf {...shape} {...texts} />}
    </ReusedEach>
  );
}

function ownLinks(
  { roles: given }: Pick<Viewer['user'], 'roles'>,
  { features, commerce }: Pick<PublicSite, 'features' | 'commerce'>,
): ReturnType<typeof resumeLinks> {
  const roles = given.map(({ targetId }) => targetId);
  return [
    ...resumeLinks(roles, features),
    ...productLinks(roles, commerce),
    // The header of recruiters links to their own jobs, so their menu links to the job search.
    ...(roles.includes('recruiter') ? [{ path: JOBS_PATH, label: 'dashboard.nav.jobs' }] : []),
  ];
}

function OwnMenuOf({
  links,
  isNew,
  name,
  email,
  csrf,
  initials,
  organizations,
}: {
  links: ReturnType<typeof resumeLinks>;
  isNew: boolean;
  name: string;
  email: string;
  csrf: string;
  initials: string;
  organizations?: ReactNode;
}) {
  const { t, href, locale } = usePage();
  return (
    <details className={styles.own} data-account-menu data-unfolds data-new-via-social={isNew ? '' : undefined}>
      <summary aria-label={labelled(t('account.menu.label'), name, locale)}>
        <span className={styles.mark} aria-hidden="true">
          {initials}
        </span>
        <span className={styles.name}>{name}</span>
        <Icon name="down" />
      </summary>
      <div className={styles.list}>
        <p>
          <strong>{name}</strong>
          <span>{email}</span>
        </p>
        <ul>
          <li>
            <a href={href(DASHBOARD_PATH)}>{t('account.menu.dashboard')}</a>
          </li>
          {links.map(({ path, label }) => (
            <li key={path}>
              <a href={href(path)}>{t(label)}</a>
            </li>
          ))}
          <li>
            <a href={href(SETTINGS_PATH)}>{t('account.menu.settings')}</a>
          </li>
        </ul>
        {organizations}
        <form method="post" action={href(LOGOUT_PATH)}>
          <input type="hidden" name={CSRF_FIELD} value={csrf} />
          <button type="submit">{t('account.menu.logout')}</button>
        </form>
      </div>
    </details>
  );
}

/** Switches the organization for which the user acts, if there are several (REC-04). */
function OrganizationSwitch({ user, csrf }: { user: Viewer['user']; csrf: string }) {
  const { t, href, path } = usePage();
  const { organizations, activeOrganization } = user;
  return (
    <form
      method="post"
      action={href(`${SETTINGS_PATH}?destination=${encodeURIComponent(href(path))}`)}
      data-organization-switch
    >
      <CsrfFields value={csrf} />
      <input type="hidden" name={FORM_FIELD} value="active-organization" />
      <p>{t('organization-team.switch')}</p>
      {organizations.map(({ id, name }) => (
        <button
          key={id}
          type="submit"
          name="organizationId"
          value={id}
          aria-current={id === activeOrganization?.id ? 'true' : undefined}
        >
          {name}
        </button>
      ))}
    </form>
  );
}

/** Returns the initials of the first and the last word. */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase();
}
