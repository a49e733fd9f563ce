import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export interface ConfirmEmailData extends AccountPageData {
  state: 'link' | 'noLink' | 'done';
}

export function load(request: PageRequest): ConfirmEmailData {
  const done = request.query.get('notice') === 'email-changed';
  const state = request.query.get('token') ? 'link' : done ? 'done' : 'noLink';
  return { ...accountPage(request, 'dashboard.confirmEmail.title'), state };
}
