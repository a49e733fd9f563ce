import type { ReactNode } from 'react';
import type { PageMenu } from '#contract/pages/page-request.js';
import { usePage } from '../../lib/page-context';
import { type LanguageLink, LanguageSwitch } from './language-switch';
import styles from './layout.module.css';
import { MenuItems } from './menu-items';
import { Reused } from '../../lib/reused.server';
import { useSite } from '../../lib/site-context';
import { matchesPath } from './active-path';

/**
 * @param tools tools that a visitor needs on every page
 * @param menuEnd content at the end of the menu if there is no room for it beside the tools
 */
export function Header({
  menu,
  languages,
  tools,
  menuEnd,
}: {
  menu: PageMenu;
  languages: readonly LanguageLink[];
  tools?: ReactNode;
  menuEnd?: ReactNode;
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
            {menuEnd && <div className={styles.menuEnd}>{menuEnd}</div>}
            <LanguageSwitch languages={languages} />
          </div>
        </details>
        {tools}
      </div>
    </header>
  );
}

/** The logo and name of the site; a link to the configured address, except on the configured pages (SITE-09). */
function Brand() {
  const { href, path } = usePage();
  const site = useSite();
  const { svg, showsTitle, href: target, exceptPaths } = site.logo;
  const isLink = !matchesPath(exceptPaths, path);
  const content = (
    <>
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
      {showsTitle ? null : site.title}
    </>
  );
  return (
    <Reused by={`brand ${isLink}`}>
      {isLink ? (
        <a className={styles.brand} href={href(target)} aria-label={showsTitle ? site.title : undefined}>
          {content}
        </a>
      ) : (
        <span className={styles.brand}>{content}</span>
      )}
    </Reused>
  );
}
