import { usePage } from '../../lib/page-context';
import { classNames } from '../ui/class-names';
import { Icon, type IconName } from '../ui/icon';
import styles from './sidenav.module.css';
import { SIDENAV_KEY, SIDENAV_SCRIPT, type SidenavRole } from './sidenav-state';

export interface SidenavGroup {
  title?: string;
  links: readonly { path: string; icon: IconName; label: string }[];
}

/**
 * The navigation of account pages, beside the content. Closed until the user opens it; browsers remember that for each
 * role (PAGE-03).
 * @param nonce allows the inline script that opens it before the first paint
 */
export function Sidenav({
  role,
  groups,
  nonce,
}: {
  role: SidenavRole;
  groups: readonly SidenavGroup[];
  nonce: string;
}) {
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
