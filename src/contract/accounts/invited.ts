import { INVITATION_PATH } from '../pages/paths.js';

const PAGE = new RegExp(`^(?:/[a-z]{2}(?:-[a-z]{2})?)?${INVITATION_PATH}\\?`, 'i');

/** People who register in order to accept an invitation need not have an organization. @param destination from the page's URL */
export function isInvited(destination: string | null): boolean {
  return PAGE.test(destination ?? '');
}
