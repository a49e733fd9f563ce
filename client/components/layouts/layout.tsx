import type { ReactNode } from 'react';
import type { PageMenu, PageRequest } from '#contract/pages/page-request.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import type { LanguageLink } from './language-switch';
import { Header } from './header';
import styles from './layout.module.css';
import sidenavStyles from './sidenav.module.css';
import visuallyHidden from '../ui/visually-hidden.module.css';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { Alert } from '../ui/feedback/alert';
import { Container } from '../ui/containers/container';
import { MenuItems } from './menu-items';

export interface LayoutData {
  main: PageMenu;
  footer: PageMenu;
  /** Links to pages about privacy and legal information. */
  policy: PageMenu;
  languages: readonly LanguageLink[];
}

/** Loads the menus of a page's layout, and the links to the page in other languages. */
export async function loadLayout(request: PageRequest): Promise<LayoutData> {
  const menus = ['main', 'footer', 'mini-policy'].map((name) => request.menu(name));
  const [main, footer, policy] = (await Promise.all(menus)) as [PageMenu, PageMenu, PageMenu];
  const query = request.query.toString();
  const here = request.path + (query && `?${query}`);
  const languages = request.languages.map(({ locale, href }) => ({ locale, href: href(here) }));
  return { main, footer, policy, languages };
}

/**
 * The layout of every page.
 * @param menuEnd content at the end of the menu if there is no room for it in the header
 * @param banner content that must precede everything else
 * @param sidenav navigation beside the main content
 * @param footerLink link at the end of every page, after the menus
 */
export function Layout({
  main,
  footer,
  policy,
  languages,
  tools,
  menuEnd,
  banner,
  sidenav,
  footerLink,
  children,
}: LayoutData & {
  tools?: ReactNode;
  menuEnd?: ReactNode;
  banner?: ReactNode;
  sidenav?: ReactNode;
  footerLink?: ReactNode;
  children: ReactNode;
}) {
  const content = (
    <main id="main" className={styles.main} tabIndex={-1}>
      {children}
    </main>
  );
  return (
    <>
      <Header menu={main} languages={languages} tools={tools} menuEnd={menuEnd} />
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
      <Footer menu={footer} policy={policy}>
        {footerLink}
      </Footer>
      <Announcer />
    </>
  );
}

/**
 * A live region in which scripts announce changes to screen readers. It exists from the start, because changes of a
 * region that is inserted later are not announced.
 */
function Announcer() {
  return <div id="announcer" className={visuallyHidden.hidden} role="status" />;
}

/** Shows on every page that the site is in maintenance mode. */
function MaintenanceBanner() {
  const { t } = usePage();
  const { features } = useSite();
  if (!features.readOnly) return null;
  return (
    <Container>
      <div role="status" data-maintenance>
        <Alert kind="warn">{t('maintenance.banner')}</Alert>
      </div>
    </Container>
  );
}

function Footer({ menu, policy, children }: { menu: PageMenu; policy: PageMenu; children?: ReactNode }) {
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
          {children}
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
