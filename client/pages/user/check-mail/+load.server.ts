import type { PageRequest } from '../../../../src/contract/page-request.js';
import { accountHead } from '../../../features/account/account-page';
import type { PageData } from '../../../lib/page-data';

export interface CheckMailPageData extends PageData {
  /** What the mail is about. */
  reason: 'register' | 'reset';
}

export function load(request: PageRequest): CheckMailPageData {
  const reason = request.query.get('reason') === 'reset' ? 'reset' : 'register';
  return { ...accountHead(request, 'account.checkMail.title'), reason };
}
