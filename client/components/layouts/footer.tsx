import type { PageMenu } from '../../../src/contract/page-request.js';
import { usePage } from '../../lib/page-context';
import styles from './layout.module.css';
import { MenuItems } from './menu-items';

export function Footer({ menu }: { menu: PageMenu }) {
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
        <p className={styles.small}>
          {t('layout.copyright', { year: String(now.getUTCFullYear()), site: site.title })}
        </p>
      </div>
    </footer>
  );
}
