/**
 * The services of others that a page may load, each only after the visitor agreed to it (CONSENT-02). The ids are part of
 * the consent cookie and of operators' configuration: they never change.
 */
export const CONSENT_SERVICES = [
  'google-tag-manager',
  'google-analytics',
  'google-analytics-legacy',
  'geocoding',
  'google-ad-manager',
  'youtube',
  'vimeo',
  'meta-pixel',
  'audience-measurement',
  'maps',
  'heatmap',
] as const;

export type ConsentService = (typeof CONSENT_SERVICES)[number];

/** What a visitor decided about each service; a service that is not in it was not decided about. */
export type ConsentChoices = Partial<Record<ConsentService, boolean>>;

export function isConsentService(name: string): name is ConsentService {
  return (CONSENT_SERVICES as readonly string[]).includes(name);
}

/** Services that a visitor has refused whose browser asks for Global Privacy Control (`Sec-GPC: 1`). */
export const ADVERTISING_SERVICES: readonly ConsentService[] = ['google-ad-manager', 'meta-pixel'];

/** What a visitor has to agree to before the server sends an event of theirs to another company, by the flag of the relay. */
export const RELAYED_SERVICES = { measurementApi: 'google-analytics', conversionApi: 'meta-pixel' } as const;

/** Services that a page asks about where they would stand, so that they alone need no banner. */
export const EMBEDDED_SERVICES: readonly ConsentService[] = ['youtube', 'vimeo', 'maps'];
