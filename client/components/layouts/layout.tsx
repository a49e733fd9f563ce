import type { ReactNode } from 'react';
import type { PageMenu, PageRequest } from '#contract/pages/page-request.js';
import type { Notice, SaidNotice } from '#contract/pages/notices.js';
import { orderPath } from '#contract/pages/paths.js';
import visuallyHidden from '../ui/visually-hidden.module.css';
import { usePage, useSite } from '../../lib/page-context';
import { Alert } from '../ui/feedback/alert';
import { Container } from '../ui/containers/container';
import { dayOfInstant, languageName } from '../../lib/format';
import { Reused } from '../../lib/reused.server';
import styles from './layout.module.css';
import sidenavStyles from './sidenav.module.css';
import { matchesPath, isActivePath } from './active-path';

/** Message of each notice. */
const NOTICE_TEXTS: Readonly<Record<Notice, string>> = {
  'contact-sent': 'contact.sent',
  'job-reported': 'job.reporting.sent',
  'alert-ended': 'alerts.ended',
  'resume-imported': 'resume-import.done',
  'services-saved': 'services.saved',
  'consent-saved': 'account.consent.saved',
  'order-paid': 'checkout.said.paid',
  'order-ready': 'checkout.said.ready',
};

interface LayoutData {
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
            {t('layout.copyright', { year: dayOfInstant(now.getTime(), site.timeZone).slice(0, 4), site: site.title })}
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

/**
 * @param tools tools that a visitor needs on every page
 * @param menuEnd content at the end of the menu if there is no room for it beside the tools
 */
function Header({
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
        <details className={styles.menu} data-unfolds>
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

/** The page in another language of the site. */
interface LanguageLink {
  locale: string;
  href: string;
}

/**
 * Links to the page in the site's other languages, each named in its own language; nothing on a site with a single
 * language. A region, because they lead to the search that a search page shows after steps in place.
 */
function LanguageSwitch({ languages }: { languages: readonly LanguageLink[] }) {
  const { locale, t } = usePage();
  if (languages.length < 2) return null;
  return (
    <nav aria-label={t('layout.languages')} data-region="languages">
      <ul className={`${styles.items} ${styles.languages}`}>
        {languages.map(({ locale: other, href }) => (
          <li key={other}>
            <a
              href={href}
              hrefLang={other}
              lang={other}
              aria-current={other === locale ? 'true' : undefined}
              aria-label={languageName(other, other)}
            >
              {other.slice(0, 2).toUpperCase()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Reports an action on the previous page, once; the next page does not show it any more (ROUTE-13). */
export function NoticeBanner({ notice }: { notice?: SaidNotice }) {
  const { t, href } = usePage();
  if (!notice) return null;
  return (
    <div data-message role="status">
      <Container className={styles.notice}>
        <Alert kind="good">
          {t(NOTICE_TEXTS[notice.name])}
          {notice.order && (
            <>
              {' '}
              <a href={href(orderPath(notice.order))}>{t('checkout.said.order', { number: notice.order })}</a>
            </>
          )}
        </Alert>
      </Container>
    </div>
  );
}

/** The links of a menu that is maintained by the site's operators. */
function MenuItems({ menu, className }: { menu: PageMenu; className?: string }) {
  const { path, href } = usePage();
  const items = menu.items.map((item) => ({ ...item, current: currentOf(item.path, path) }));
  return (
    <Reused by={`menu ${className} ${JSON.stringify(items)}`}>
      <ul className={className}>
        {items.map((item) => (
          <li key={item.path + item.title} className={item.class ?? undefined}>
            <a
              href={href(item.path)}
              target={item.target ?? undefined}
              rel={item.target === '_blank' ? 'noopener' : undefined}
              aria-current={item.current}
            >
              {item.title}
            </a>
          </li>
        ))}
      </ul>
    </Reused>
  );
}

function currentOf(item: string, path: string): 'page' | 'true' | undefined {
  if (!isActivePath(item, path)) return undefined;
  return item === path ? 'page' : 'true';
}
