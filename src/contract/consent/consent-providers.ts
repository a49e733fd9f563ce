import { CONSENT_VENDORS } from '../generated/consent-vendors.js';
import type { ConsentService } from './consent-services.js';

export type ConsentVendorName = keyof typeof CONSENT_VENDORS;

/** Who asks visitors for consent: the product itself (`klaro`), or a service that the operator has a contract with (CONSENT-01). */
export type ConsentProviderName = 'klaro' | ConsentVendorName;

export const CONSENT_PROVIDERS: readonly ConsentProviderName[] = [
  'klaro',
  ...(Object.keys(CONSENT_VENDORS) as ConsentVendorName[]),
];

/** What the scripts of a page have to know of a site's consent; the same for every visitor. */
export interface PageConsent {
  provider: ConsentProviderName;
  /** The site's id with an external provider. */
  id?: string;
  /** A second id, for providers that have one. */
  policyId?: string;
  /** The provider's script, if not at its usual address. */
  scriptUrl?: string;
  /** The services that the site uses, each with its id or address; empty where it stands in the page, or where the server alone uses it. */
  services: Readonly<Partial<Record<ConsentService, string>>>;
  /** What an external provider calls the services; one without categories is never granted. */
  categories?: Readonly<Partial<Record<ConsentService, readonly string[]>>>;
}
