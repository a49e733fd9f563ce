import type { ConsentService } from './consent-services.js';

/** Consent categories of a provider by service; all of them have to be granted. A service without any is never allowed. */
export type ServiceCategories = Readonly<Partial<Record<ConsentService, readonly string[]>>>;

/**
 * Everything that the product knows about an external consent provider (CONSENT-01). Each file in `vendors` exports one as `vendor`, and is
 * named after the provider; `npm run codegen` lists them. Servers read the data, and browsers load only the file of their site's provider.
 */
export interface ConsentVendor {
  /** Display name. */
  label: string;
  /** Meaning of `CONSENT_POLICY_ID` for this provider, which then requires it; missing if it has no second id. */
  policyId?: string;
  /** Origins of its script, dialog and requests: all that the content security policy allows. */
  origins: readonly string[];
  /** Default categories; a site can change them with `CONSENT_CATEGORIES`. */
  categories: ServiceCategories;
  /** Returns its script, unless `CONSENT_SCRIPT_URL` is set. */
  script(ids: VendorIds): VendorScript;
  /** Creates the adapter for the globals of the provider's script. Called once per page, before the script has loaded. */
  adapt(page: VendorPage, ids: VendorIds): VendorAdapter;
}

/** A site's ids at its provider. */
export interface VendorIds {
  id: string;
  /** Empty if the provider has no second id. */
  policyId: string;
}

export interface VendorScript {
  address: string;
  /** Attributes of the script element. */
  attributes?: Readonly<Record<string, string>>;
}

/** The page in which a provider's script runs. */
export interface VendorPage {
  /** Global variables by name: untrusted, and they may disappear. */
  readonly globals: Record<string, unknown>;
  /** Language of the page, as in its `lang`. */
  readonly language: string;
  /** Listens for events of the window. @param listener receives their `detail` */
  readonly on: (events: readonly string[], listener: (detail: unknown) => void) => void;
}

/** Whether the visitor has granted a category. */
export type VendorDecision = (category: string) => boolean;

/** Access to the state of a provider's script. Nothing of it may be trusted: exceptions count as no decision. */
export interface VendorAdapter {
  /** Whether the script has loaded and knows earlier decisions. Called repeatedly until it returns true. */
  isThere(): boolean;
  /** @returns undefined until the visitor has decided: a provider's default is not consent */
  decision(): VendorDecision | undefined;
  /** Listens for decisions. The script may load before or after this call. @param changed may be called several times for one decision */
  listen(changed: () => void): void;
  /** Shows the provider's own dialog. */
  openSettings(): void;
  /** Whether the provider itself reloads the page when an earlier decision changes. */
  reloadsPage?: boolean;
}

/** For providers with exactly one category each for analytics, advertising, and functional features. */
export function byPurpose(measuring: string, advertising: string, functional: string): ServiceCategories {
  return {
    'google-tag-manager': [measuring, advertising],
    'google-analytics': [measuring],
    'google-analytics-legacy': [measuring],
    geocoding: [functional],
    'google-ad-manager': [advertising],
    youtube: [advertising],
    vimeo: [functional],
    'meta-pixel': [advertising],
    'audience-measurement': [measuring],
    maps: [functional],
    heatmap: [measuring],
  };
}
