import type { PageRequest } from '#contract/pages/page-request.js';
import { CONTACT_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from './page-data';

const FOUND = 302;

/** If products are not sold online, pages about products redirect to the contact form. */
export function toContact(request: PageRequest): PageData {
  const { href, requestId, locale, messages } = request;
  request.respond({ status: FOUND, headers: { location: href(CONTACT_PATH) } });
  const title = translator(locale, messages)('contact.title');
  return { head: { title, robots: 'noindex' }, failure: { status: FOUND, reference: requestId } };
}
