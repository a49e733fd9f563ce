import type { SiteRoles } from '#contract/accounts/site-roles.js';

/** Where and when something is done to an account: mail about it comes from that site, in that language. */
export interface Place {
  site: string;
  /** `en` */
  language: string;
  /** The same with its region, where that is known: `en-CA`. */
  locale?: string;
  now: Date;
  /** Which roles one can register for there; both when missing. */
  roles?: SiteRoles;
  /** Whether whoever registers there is shown a text to agree to; they are when missing. */
  gdprConsent?: boolean;
}
