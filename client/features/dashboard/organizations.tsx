import { editOrganizationPath, SETTINGS_PATH } from '#contract/pages/paths.js';
import { Mark } from '../../components/ui/mark';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import styles from './dashboard.module.css';

/** The organization for which the user acts. */
export function OwnOrganization() {
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
