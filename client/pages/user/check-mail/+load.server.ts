import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

const REASONS = ['register', 'reset', 'confirm'] as const;

export interface CheckMailPageData extends AccountPageData {
  /** What the mail is about; `confirm`: of an address that has to be confirmed before its owner can log in. */
  reason: (typeof REASONS)[number];
  /** Where it was sent, if this browser has asked for it. */
  address?: string;
  /** It has been sent once more. */
  isSentAgain: boolean;
}

export function load(request: PageRequest): CheckMailPageData {
  const reason = REASONS.find((known) => known === request.query.get('reason')) ?? 'register';
  const title = reason === 'confirm' ? 'account.checkMail.confirmTitle' : 'account.checkMail.title';
  return {
    ...accountPage(request, title),
    reason,
    address: request.mailedAddress(),
    isSentAgain: request.query.get('notice') === 'sent-again' && !request.form,
  };
}
