import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

const REASONS = ['register', 'reset', 'confirm'] as const;

export interface CheckMailPageData extends AccountPageData {
  /** Purpose of the mail; `confirm` is for an address that must be confirmed before its owner can log in. */
  reason: (typeof REASONS)[number];
  /** Address of the mail, if it was requested in this browser. */
  address?: string;
  /** Whether it has been sent again. */
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
