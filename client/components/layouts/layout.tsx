import type { ReactNode } from 'react';
import type { PageMenu, PageRequest } from '#contract/pages/page-request.js';
import { Announcer } from './announcer';
import { MaintenanceBanner } from './maintenance-banner';
import { Footer } from './footer';
import type { LanguageLink } from './language-switch';
import { Header } from './header';
import styles from './layout.module.css';
import sidenavStyles from './sidenav.module.css';

export interface LayoutData {
  main: PageMenu;
  footer: PageMenu;
  /** What has to be said about data and the law. */
  policy: PageMenu;
  languages: readonly LanguageLink[];
}

/** The menus of a page's frame, and the page in other languages. */
export async function loadLayout(request: PageRequest): Promise<LayoutData> {
  const menus = ['main', 'footer', 'mini-policy'].map((name) => request.menu(name));
  const [main, footer, policy] = (await Promise.all(menus)) as [PageMenu, PageMenu, PageMenu];
  const query = request.query.toString();
  const here = request.path + (query && `?${query}`);
  const languages = request.languages.map(({ locale, href }) => ({ locale, href: href(here) }));
  return { main, footer, policy, languages };
}

/**
 * The frame of every page.
 * @param banner what has to be seen before everything else
 * @param sidenav beside the page's own part
 */
export function Layout({
  main,
  footer,
  policy,
  languages,
  tools,
  banner,
  sidenav,
  children,
}: LayoutData & { tools?: ReactNode; banner?: ReactNode; sidenav?: ReactNode; children: ReactNode }) {
  const content = (
    <main id="main" className={styles.main} tabIndex={-1}>
      {children}
    </main>
  );
  return (
    <>
      <Header menu={main} languages={languages} tools={tools} />
      <MaintenanceBanner />
      {banner}
      {sidenav ? (
        <div className={sidenavStyles.frame}>
          {sidenav}
          {content}
        </div>
      ) : (
        content
      )}
      <Footer menu={footer} policy={policy} />
      <Announcer />
    </>
  );
}
