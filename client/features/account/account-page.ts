import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from '../../lib/page-data';
import { type PageForm, pageForm } from '../../lib/page-form';

/** The data from which every account page is rendered. */
export interface AccountPageData extends PageData {
  form: PageForm;
  /** The address to return to afterwards, as a query for links to other account pages; empty if there is none. */
  query: string;
}

const CARRIED_PARAMETERS = ['destination', 'callbackUrl'];

/** @param title the key of the page's title */
export function accountPage(request: PageRequest, title: string): AccountPageData {
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
 * Keeps the address of a page that is opened by a link in a mail from other sites. `no-referrer` would also prevent
 * browsers from sending the origin with the form, which would be rejected without scripts.
 */
export function preventReferrer(request: PageRequest): void {
  request.respond({ headers: { 'referrer-policy': 'same-origin' } });
}
