import type { ReactNode } from 'react';
import { containsToken } from '#contract/consent/consent-services.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { Container, Column } from '../../components/ui/containers/container';
import { usePage, useSite } from '../../lib/page-context';
import type { PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';
import styles from './account.module.css';

/** The data from which every account page is rendered. */
export interface AccountPageData extends PageData {
  form: PageForm;
  /** The address to return to afterwards, as a query for links to other account pages; empty if there is none. */
  query: string;
}

const CARRIED_PARAMETERS = ['destination', 'callbackUrl'];

/** @param title the key of the page's title */
export function accountPage(request: PageRequest, title: string): AccountPageData {
  if (containsToken(request.query.toString())) preventReferrer(request);
  return { ...accountHead(request, title), form: pageForm(request), query: carriedQuery(request) };
}

/** Search engines must not index these pages. */
export function accountHead({ locale, messages }: PageRequest, title: string): PageData {
  return { head: { title: translator(locale, messages)(title), robots: 'noindex' } };
}

export function carriedQuery({ query }: PageRequest): string {
  const carried = new URLSearchParams([...query].filter(([name]) => CARRIED_PARAMETERS.includes(name))).toString();
  return carried && `?${carried}`;
}

/**
 * Keeps the address of a page that is opened by a link in a mail from other sites, and from scripts of services on the
 * next page of this site. `no-referrer` would also prevent browsers from sending the origin with the form, which would
 * be rejected without scripts.
 */
export function preventReferrer(request: PageRequest): void {
  request.respond({ headers: { 'referrer-policy': 'strict-origin' } });
}

/**
 * A page about the user's account: a single column with one task; wide screens show the site's illustration beside it.
 */
export function AccountFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  const { illustration } = useSite();
  return (
    <Container section>
      <div className={styles.frame}>
        <Column gap={5} className={styles.card} data-account-card>
          <Column gap={2} className={styles.head}>
            <h1>{title}</h1>
            {intro && <p>{intro}</p>}
          </Column>
          {children}
        </Column>
        <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html: illustration }} />
      </div>
    </Container>
  );
}

/** For users who already have an account. */
export function LoginLink({ query }: { query: string }) {
  const { t, href } = usePage();
  return (
    <p className={styles.more}>
      <span>
        {t('account.hasAccount')} <a href={href(`/user/login${query}`)}>{t('account.login.title')}</a>
      </span>
    </p>
  );
}
