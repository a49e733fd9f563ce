import { z } from 'zod';
import { CONSENT_PROVIDERS } from '#contract/consent/consent-providers.js';
import { CONSENT_SERVICES } from '#contract/consent/consent-services.js';

const address = z.url({ protocol: /^https?$/, error: 'is an address that begins with https://' });
const id = (pattern: RegExp, example: string) => z.string().regex(pattern, `is an id such as ${example}`);

/** Each service by its id or address; a service without one is not used. */
const serviceFields = {
  'google-tag-manager': id(/^GTM-[A-Z0-9]{4,12}$/, 'GTM-ABC1234').optional(),
  /** A measurement id of Google Analytics 4. */
  'google-analytics': id(/^G-[A-Z0-9]{4,16}$/, 'G-ABC1234567').optional(),
  /** A property of Universal Analytics. */
  'google-analytics-legacy': id(/^UA-\d{4,12}-\d{1,4}$/, 'UA-1234567-1').optional(),
  /** A Photon geocoder that suggests places to browsers; without it, or without consent, the included gazetteer does. */
  geocoding: address.optional(),
  /** The ad unit for the places among results, where `features.adTeasers` is on. */
  'google-ad-manager': id(/^\/\d{4,15}(?:\/[\w.-]{1,100}){1,5}$/, '/1234567/jobs/results').optional(),
  /** The origin of the player; null: videos of the service are linked to. */
  youtube: address.nullable().default('https://www.youtube-nocookie.com'),
  vimeo: address.nullable().default('https://player.vimeo.com'),
  'meta-pixel': id(/^\d{8,20}$/, '123456789012345').optional(),
  /** The script of the measuring service. */
  'audience-measurement': address.optional(),
  /** The page of OpenStreetMap that shows a map in a frame, or the same elsewhere; null: maps are linked to. */
  maps: address.nullable().default('https://www.openstreetmap.org/export/embed.html'),
  /** The script of Clarity, Hotjar or the like. */
  heatmap: address.optional(),
};

/** The services of others that a site uses, each only with the visitor's consent (CONSENT-02). */
export const siteServices = z.strictObject(serviceFields);

const ID = z.string().regex(/^[\w.-]{1,120}$/, 'is an id as the provider shows it');

/** Who asks visitors for consent (CONSENT-01). */
export const siteConsent = z.strictObject({
  provider: z.enum(CONSENT_PROVIDERS).default('klaro'),
  /** The site's id with an external provider. */
  id: ID.optional(),
  /** A second id, for providers that have one. */
  policyId: ID.optional(),
  /** The provider's script, if not at its usual address. */
  scriptUrl: address.optional(),
  /** To which of the provider's categories a service belongs, where the default does not fit. */
  categories: z.partialRecord(z.enum(CONSENT_SERVICES), z.array(z.string().min(1).max(60)).min(1).max(8)).default({}),
});
export type SiteConsent = z.output<typeof siteConsent>;
