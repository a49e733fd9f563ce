/** Number of years for which proof of consent is retained after an account was deleted: the usual limitation period. */
export const CONSENT_PROOF_YEARS = 3;

/**
 * The third-party services that a page may load, each only after the visitor's consent (CONSENT-02). The ids are part of the consent cookie
 * and of operators' configuration, so they must never change.
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

/** A visitor's decisions by service; a missing service is undecided. */
export type ConsentChoices = Partial<Record<ConsentService, boolean>>;

export function isConsentService(name: string): name is ConsentService {
  return (CONSENT_SERVICES as readonly string[]).includes(name);
}

/** Services that count as refused if the browser sends Global Privacy Control (`Sec-GPC: 1`). */
export const ADVERTISING_SERVICES: readonly ConsentService[] = ['google-ad-manager', 'meta-pixel'];

/** The consent required before the server relays a visitor's event to another company, by the flag of the relay. */
export const RELAYED_SERVICES = { measurementApi: 'google-analytics', conversionApi: 'meta-pixel' } as const;

/** Services for which a page asks in place of their content, so that they need no banner. */
export const EMBEDDED_SERVICES: readonly ConsentService[] = ['youtube', 'vimeo', 'maps'];

/**
 * Whether a query contains the token of a mailed link, or a page to return to whose address contains one. Services must not see such an
 * address: it gives access to an account or an alert.
 *
 * @param query such as `?token=…`
 */
export function containsToken(query: string): boolean {
  return /token(=|%(25)*3D)/i.test(query);
}

/** Parameters of a query by which services recognize the campaign that led to a visit; all but `utm_…` are set by Google Ads. */
const CAMPAIGN = /^(utm_\w+|[gd]clid|[gw]braid|gad_\w+|srsltid)$/;

/** Areas of a site whose URLs tell something about a person, possibly after a locale prefix. */
const PRIVATE_AREA =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:user|admin|resume|applications?|application-file|dashboard|alert)(?=\/|$)/i;

/**
 * @param path of the product, without a translated name
 * @returns the path that services may know: of a page about a person only the area
 */
export function reportedPath(path: string): string {
  return PRIVATE_AREA.exec(path)?.[0] ?? path;
}

/**
 * @param path to report instead of the path of the page
 * @returns the address of a page that services may know: the query may contain what a visitor has searched for, so only a campaign is kept
 */
export function reportedAddress(
  { origin, pathname, search }: Pick<URL, 'origin' | 'pathname' | 'search'>,
  path = pathname,
): string {
  const campaign = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => CAMPAIGN.test(name)));
  const query = campaign.toString();
  return origin + path + (query && `?${query}`);
}

/** Fields of the form with the visitor's settings: `all`, `none` or `selected`, and the ticked services. */
export const CONSENT_CHOICE_FIELD = 'choice';
export const CONSENT_SERVICE_FIELD = 'service';
