import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export function load(request: PageRequest): AccountPageData {
  return accountPage(request, 'account.logout.title');
}
