import type { ConsentService } from './consent-services.js';

/** To which categories of a provider each service belongs; all of them have to be granted. A service without any is never allowed. */
export type ServiceCategories = Readonly<Partial<Record<ConsentService, readonly string[]>>>;

/**
 * Everything that the product knows about an external provider of consent (CONSENT-01). Each file of `vendors` exports one as `vendor`, under
 * the provider's name; `npm run codegen` lists them. Servers read the data, and browsers load the file of their site's provider alone.
 */
export interface ConsentVendor {
  /** As people know it. */
  label: string;
  /** What `CONSENT_POLICY_ID` is with this provider, which then needs it; missing: it has no second id. */
  policyId?: string;
  /** Where its script, its dialog and its requests come from and go to: all that the content security policy allows it. */
  origins: readonly string[];
  /** Categories by default; a site maps services otherwise by `CONSENT_CATEGORIES`. */
  categories: ServiceCategories;
  /** Its script, where `CONSENT_SCRIPT_URL` names no other. */
  script(ids: VendorIds): VendorScript;
  /** Reads what its script leaves in a page. Called once for a page, before the script is there. */
  adapt(page: VendorPage, ids: VendorIds): VendorAdapter;
}

/** The ids of a site with its provider. */
export interface VendorIds {
  id: string;
  /** Empty where the provider has no second id. */
  policyId: string;
}

export interface VendorScript {
  address: string;
  /** Of its element. */
  attributes?: Readonly<Record<string, string>>;
}

/** The page in which a provider's script runs. */
export interface VendorPage {
  /** What scripts leave in the page, by name: it may be anything, and may go away. */
  readonly globals: Record<string, unknown>;
  /** Of the page, as in its `lang`. */
  readonly language: string;
  /** Listens for events of the window. @param listener gets their `detail` */
  readonly on: (events: readonly string[], listener: (detail: unknown) => void) => void;
}

/** Whether the visitor granted a category. */
export type VendorDecision = (category: string) => boolean;

/** What a provider's script knows. Nothing of it may be trusted: whatever throws counts as no decision. */
export interface VendorAdapter {
  /** Whether the script is there and knows what was decided before. Asked again and again until it is. */
  isThere(): boolean;
  /** @returns undefined as long as the visitor has decided nothing: what a provider assumes by default is no consent */
  decision(): VendorDecision | undefined;
  /** Listens for decisions. The script comes later, or has come before us. @param changed may be called several times for one decision */
  listen(changed: () => void): void;
  /** Shows the provider's own dialog. */
  openSettings(): void;
  /** It loads the page anew by itself when an earlier decision changes. */
  reloadsPage?: boolean;
}

/** For providers with one category each for measuring, for advertising, and for what makes pages work better. */
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
