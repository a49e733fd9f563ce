import { CONSENT_VENDORS } from '../generated/consent-vendors.js';
import type { ConsentService } from './consent-services.js';

export type ConsentVendorName = keyof typeof CONSENT_VENDORS;

/** Consent provider: the product itself (`klaro`), or a service that the operator has a contract with (CONSENT-01). */
export type ConsentProviderName = 'klaro' | ConsentVendorName;

export const CONSENT_PROVIDERS: readonly ConsentProviderName[] = [
  'klaro',
  ...(Object.keys(CONSENT_VENDORS) as ConsentVendorName[]),
];

/** A site's consent configuration for page scripts; the same for every visitor. */
export interface PageConsent {
  provider: ConsentProviderName;
  /** The site's id with an external provider. */
  id?: string;
  /** A second id, for providers that have one. */
  policyId?: string;
  /** URL of the provider's script, if it is not the default one. */
  scriptUrl?: string;
  /**
   * Ids or URLs of the services that the site uses. The value is empty if the URL is in the content of pages, or only the server uses the
   * service.
   */
  services: Readonly<Partial<Record<ConsentService, string>>>;
  /** Consent categories of an external provider by service; a service without categories is never granted. */
  categories?: Readonly<Partial<Record<ConsentService, readonly string[]>>>;
}
