import { INVITATION_PATH } from '../pages/paths.js';

const PAGE = new RegExp(`^(?:/[a-z]{2}(?:-[a-z]{2})?)?${INVITATION_PATH}\\?`, 'i');

/** Whoever registers on the way to an invitation need not have an organization. @param destination as the address of the page has it */
export function isInvited(destination: string | null): boolean {
  return PAGE.test(destination ?? '');
}
