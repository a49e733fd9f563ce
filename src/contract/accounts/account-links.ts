import { INVITATION_PATH } from '../pages/paths.js';

/** Purpose of a link sent by mail. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'link-identity';

/** Lifetime of such a link. Links that give access to an account expire sooner than links that only confirm an address. */
export const LINK_HOURS: Record<LinkPurpose, number> = {
  'verify-email': 72,
  'change-email': 24,
  'reset-password': 1,
  'link-identity': 1,
};

/** Number of days for which an invitation to an organization can be accepted. */
export const INVITATION_DAYS = 7;

/** Query parameter of the page that confirms an address: this is not the browser of the registration, so the password is required. */
export const VERIFY_BY_PASSWORD = ['by', 'password'] as const;

export function asksPassword(query: URLSearchParams): boolean {
  const [name, value] = VERIFY_BY_PASSWORD;
  return query.get(name) === value;
}

const PAGE = new RegExp(`^(?:/[a-z]{2}(?:-[a-z]{2})?)?${INVITATION_PATH}\\?`, 'i');

/** People who register in order to accept an invitation need not have an organization. @param destination from the page's URL */
export function isInvited(destination: string | null): boolean {
  return PAGE.test(destination ?? '');
}
