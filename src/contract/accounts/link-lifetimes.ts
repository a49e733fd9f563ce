/** What following a link that was sent by mail does. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'link-identity';

/** How long such a link works. One that gives access to an account, less long than one that shows who reads the mail. */
export const LINK_HOURS: Record<LinkPurpose, number> = {
  'verify-email': 72,
  'change-email': 24,
  'reset-password': 1,
  'link-identity': 1,
};

/** How long an invitation to an organization can be accepted. */
export const INVITATION_DAYS = 7;
