import type { ConsentService } from './consent-services.js';

/** Who asks visitors for consent: the product itself (`klaro`), or a service that the operator has a contract with (CONSENT-01). */
export const CONSENT_PROVIDERS = [
  'klaro',
  'cookiebot',
  'onetrust',
  'usercentrics',
  'didomi',
  'cookiefirst',
  'consentmanager',
  'iubenda',
] as const;

export type ConsentProviderName = (typeof CONSENT_PROVIDERS)[number];

/** What the scripts of a page have to know of a site's consent; the same for every visitor. */
export interface PageConsent {
  provider: ConsentProviderName;
  /** The site's id with an external provider. */
  id?: string;
  /** A second id: the notice of Didomi, the cookie policy of iubenda. */
  policyId?: string;
  /** The provider's script, if not at its usual address. */
  scriptUrl?: string;
  /** The services that the site uses, each with its id or address; empty for those whose address stands in the page. */
  services: Readonly<Partial<Record<ConsentService, string>>>;
  /** What an external provider calls the services; one without categories is never granted. */
  categories?: Readonly<Partial<Record<ConsentService, readonly string[]>>>;
}

/** As people know them, for pages that name them. */
export const CONSENT_PROVIDER_LABELS: Readonly<Record<Exclude<ConsentProviderName, 'klaro'>, string>> = {
  cookiebot: 'Cookiebot',
  onetrust: 'OneTrust',
  usercentrics: 'Usercentrics',
  didomi: 'Didomi',
  cookiefirst: 'CookieFirst',
  consentmanager: 'consentmanager',
  iubenda: 'iubenda',
};
