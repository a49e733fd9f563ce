import type { ReactNode } from 'react';
import type { PageMenu, PageRequest } from '../../../src/contract/page-request.js';
import { Announcer } from './announcer';
import { MaintenanceBanner } from './maintenance-banner';
import { Footer } from './footer';
import { Header } from './header';
import styles from './layout.module.css';

export interface LayoutData {
  main: PageMenu;
  footer: PageMenu;
}

/** The menus of a page's frame. */
export async function loadLayout(request: PageRequest): Promise<LayoutData> {
  const [main, footer] = await Promise.all([request.menu('main'), request.menu('footer')]);
  return { main, footer };
}

/** The frame of every page. */
export function Layout({ main, footer, tools, children }: LayoutData & { tools?: ReactNode; children: ReactNode }) {
  return (
    <>
      <Header menu={main} tools={tools} />
      <MaintenanceBanner />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer menu={footer} />
      <Announcer />
    </>
  );
}
