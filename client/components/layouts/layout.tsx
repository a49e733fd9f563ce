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
 * @param menuEnd what follows the menu where the header has no room for it
 * @param banner what has to be seen before everything else
 * @param sidenav beside the page's own part
 * @param footerLink at the end of every page, after the menus
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

/** Where scripts say what has changed to those who do not see it. Here from the start: a live region that comes late is not heard. */
function Announcer() {
  return <div id="announcer" className={visuallyHidden.hidden} role="status" />;
}

/** Says on every page that the site is in maintenance, where it is. */
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
