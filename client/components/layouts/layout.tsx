import type { ReactNode } from 'react';
import type { PageMenu, PageRequest } from '../../../src/contract/page-request.js';
import { Announcer } from './announcer';
import { MaintenanceBanner } from './maintenance-banner';
import { Footer } from './footer';
import { Header } from './header';
import styles from './layout.module.css';
import sidenavStyles from './sidenav.module.css';

export interface LayoutData {
  main: PageMenu;
  footer: PageMenu;
}

/** The menus of a page's frame. */
export async function loadLayout(request: PageRequest): Promise<LayoutData> {
  const [main, footer] = await Promise.all([request.menu('main'), request.menu('footer')]);
  return { main, footer };
}

/**
 * The frame of every page.
 * @param banner what has to be seen before everything else
 * @param sidenav beside the page's own part
 */
export function Layout({
  main,
  footer,
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
      <Header menu={main} tools={tools} />
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
      <Footer menu={footer} />
      <Announcer />
    </>
  );
}
