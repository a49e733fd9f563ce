import type { SiteRoles } from '#contract/accounts/site-roles.js';

/** Site, language and time of an action on an account; mail about the action is sent for this site, in this language. */
export interface Place {
  site: string;
  /** For example `en`. */
  language: string;
  /** Language with its region if known: `en-CA`. */
  locale?: string;
  now: Date;
  /** Roles that visitors can register for on the site; omit for both. */
  roles?: SiteRoles;
  /** Whether registration shows a consent text; omitted means true. */
  gdprConsent?: boolean;
}
