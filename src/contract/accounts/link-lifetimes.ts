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
