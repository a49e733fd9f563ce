import type { PageRequest } from '#contract/pages/page-request.js';
import { accountHead } from '../../../features/account/account-page';
import type { PageData } from '../../../lib/page-data';

/** Where somebody arrives whose account was deleted. It says nothing of them: nothing is known any more. */
export function load(request: PageRequest): PageData {
  return accountHead(request, 'account.farewell.title');
}
