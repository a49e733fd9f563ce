import { z } from 'zod';
import { CONSENT_SERVICES } from '#contract/consent/consent-services.js';
import { CONSENT_PROVIDERS } from '#contract/consent/consent-providers.js';

const address = z.url({ protocol: /^https?$/, error: 'is an address that begins with https://' });
const id = (pattern: RegExp, example: string) => z.string().regex(pattern, `is an id such as ${example}`);

/** Each service by its id or URL; a service without one is not used. */
const serviceFields = {
  'google-tag-manager': id(/^GTM-[A-Z0-9]{4,12}$/, 'GTM-ABC1234').optional(),
  /** A measurement id of Google Analytics 4. */
  'google-analytics': id(/^G-[A-Z0-9]{4,16}$/, 'G-ABC1234567').optional(),
  /** A property of Universal Analytics. */
  'google-analytics-legacy': id(/^UA-\d{4,12}-\d{1,4}$/, 'UA-1234567-1').optional(),
  /** URL of a Photon geocoder that suggests places in browsers; without it, or without consent, the bundled gazetteer is used. */
  geocoding: address.optional(),
  /** Ad unit for the ad slots between search results, if `features.adTeasers` is on. */
  'google-ad-manager': id(/^\/\d{4,15}(?:\/[\w.-]{1,100}){1,5}$/, '/1234567/jobs/results').optional(),
  /** Origin of the player; null: videos of the service are shown as links. */
  youtube: address.nullable().default('https://www.youtube-nocookie.com'),
  vimeo: address.nullable().default('https://player.vimeo.com'),
  'meta-pixel': id(/^\d{8,20}$/, '123456789012345').optional(),
  /** URL of the measurement script. */
  'audience-measurement': address.optional(),
  /** URL of the OpenStreetMap page (or a compatible one) that shows a map in a frame; null: maps are shown as links. */
  maps: address.nullable().default('https://www.openstreetmap.org/export/embed.html'),
  /** Script URL of Clarity, Hotjar or a similar service. */
  heatmap: address.optional(),
};

/** The third-party services of a site, each used only with the visitor's consent (CONSENT-02). */
export const siteServices = z.strictObject(serviceFields);

const ID = z.string().regex(/^[\w.-]{1,120}$/, 'is an id as the provider shows it');

/** The consent provider of a site (CONSENT-01). */
export const siteConsent = z.strictObject({
  provider: z.enum(CONSENT_PROVIDERS).default('klaro'),
  /** The site's id with an external provider. */
  id: ID.optional(),
  /** A second id, for providers that have one. */
  policyId: ID.optional(),
  /** URL of the provider's script, if it is not the default one. */
  scriptUrl: address.optional(),
  /** Consent categories of the provider by service, where the default does not fit. */
  categories: z.partialRecord(z.enum(CONSENT_SERVICES), z.array(z.string().min(1).max(60)).min(1).max(8)).default({}),
});
export type SiteConsent = z.output<typeof siteConsent>;
