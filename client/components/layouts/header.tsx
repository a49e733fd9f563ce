import type { ReactNode } from 'react';
import type { PageMenu } from '#contract/pages/page-request.js';
import { usePage } from '../../lib/page-context';
import { Brand } from './brand';
import { type LanguageLink, LanguageSwitch } from './language-switch';
import styles from './layout.module.css';
import { MenuItems } from './menu-items';

/** @param tools what a visitor keeps at hand on every page */
export function Header({
  menu,
  languages,
  tools,
}: {
  menu: PageMenu;
  languages: readonly LanguageLink[];
  tools?: ReactNode;
}) {
  const { t } = usePage();
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#main">
        {t('layout.skip')}
      </a>
      <div className={styles.bar}>
        <Brand />
        <details className={styles.menu}>
          <summary>{t('layout.menu')}</summary>
          <div className={styles.panel}>
            <nav aria-label={t('layout.mainNavigation')}>
              <MenuItems menu={menu} className={styles.items} />
            </nav>
            <LanguageSwitch languages={languages} />
          </div>
        </details>
        {tools}
      </div>
    </header>
  );
}
