import type { PageRequest } from '../../../../src/contract/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export interface LogoutPageData extends AccountPageData {
  /** The session's account could not be loaded: whoever it is did not come here by themselves. */
  lost: boolean;
}

export function load(request: PageRequest): LogoutPageData {
  const lost = request.query.get('reason') === 'session';
  return { ...accountPage(request, 'account.logout.title'), lost };
}
