import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';

/** What every page about an account is rendered from. */
export interface AccountPageData extends PageData {
  form: PageForm;
  /** Where somebody wants to go afterwards, as a query for links to other pages about the account; or nothing. */
  query: string;
}

const CARRIED_PARAMETERS = ['destination', 'callbackUrl'];

/** @param title the key of the page's title */
export function accountPage(request: PageRequest, title: string): AccountPageData {
  return { ...accountHead(request, title), form: pageForm(request), query: carriedQuery(request) };
}

/** Robots have no business on these pages. */
export function accountHead({ locale, messages }: PageRequest, title: string): PageData {
  return { head: { title: translator(locale, messages)(title), robots: 'noindex' } };
}

export function carriedQuery({ query }: PageRequest): string {
  const carried = new URLSearchParams([...query].filter(([name]) => CARRIED_PARAMETERS.includes(name))).toString();
  return carried && `?${carried}`;
}

/**
 * No other site is told the address of a page that the link of a mail leads to. `no-referrer` would also keep browsers from saying where
 * its form comes from, and without scripts it would be refused.
 */
export function preventReferrer(request: PageRequest): void {
  request.respond({ headers: { 'referrer-policy': 'same-origin' } });
}
