import type { PageMenu } from '#contract/pages/page-request.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { usePage } from '../../lib/page-context';
import styles from './layout.module.css';
import { MenuItems } from './menu-items';

export function Footer({ menu, policy }: { menu: PageMenu; policy: PageMenu }) {
  const { site, t, now } = usePage();
  return (
    <footer className={styles.footer}>
      <div className={styles.footerBar}>
        <p className={styles.small}>
          <strong>{site.title}</strong>
          {t('layout.tagline')}
        </p>
        <nav aria-label={t('layout.footerNavigation')}>
          <MenuItems menu={menu} />
        </nav>
        <div className={styles.last}>
          <p className={styles.small}>
            {t('layout.copyright', { year: dayIn(site.timeZone, now).slice(0, 4), site: site.title })}
          </p>
          {policy.items.length > 0 && (
            <nav aria-label={t('layout.policyNavigation')} data-menu="mini-policy">
              <MenuItems menu={policy} />
            </nav>
          )}
        </div>
      </div>
    </footer>
  );
}
