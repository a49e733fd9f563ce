import type { PageRequest } from '#contract/pages/page-request.js';
import { accountHead } from '../../../features/account/account-page';
import type { PageData } from '../../../lib/page-data';

/** Shown to a user whose account was deleted. It contains no personal data, because none exists any more. */
export function load(request: PageRequest): PageData {
  return accountHead(request, 'account.farewell.title');
}
