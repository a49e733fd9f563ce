import { createHash } from 'node:crypto';
import type { Advert } from '../reading/advert.js';
import { plainLine } from '../../../reference/text/plain-line.js';
import { nameInProfile } from './name-in-profile.js';

/** What makes an advertisement the same one in the next file. */
export interface AdvertIdentity {
  /** Undefined: nothing names the organization. */
  organization?: string;
  organizationKey: string;
  /** The feed's own key, as an operator knows it. */
  reference?: string;
  sourceKey: string;
}

const MAX_KEY_LENGTH = 200;
const MAX_NAME_LENGTH = 200;

/** @param organization the one that all rows belong to, whatever they say. */
export function identify(advert: Advert, organization: string | undefined): AdvertIdentity {
  const name = organization ?? (organizationName(advert.organization) || nameInProfile(advert.organizationProfile));
  const organizationKey = organizationKeyOf(name);
  const reference = plainLine(advert.key) || undefined;
  const { place } = advert;
  const own = reference
    ? `key:${reference}`
    : hashOf([plainLine(advert.title), place.text, place.country, place.area, place.locality, place.zip]);
  const whole = `${organizationKey}/${own}`;
  const sourceKey = whole.length <= MAX_KEY_LENGTH ? whole : hashOf([whole]);
  return { ...(name ? { organization: name } : {}), organizationKey, ...(reference ? { reference } : {}), sourceKey };
}

/** The same for `Food Bank`, `FOOD  BANK` and `food bank`. */
export function organizationKeyOf(name: string | undefined): string {
  return (name ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function organizationName(text: string | undefined): string {
  const name = plainLine(text);
  return /^(?:n\/?a|none|unknown|confidential|anonymous|-+)$/i.test(name) ? '' : name.slice(0, MAX_NAME_LENGTH).trim();
}

function hashOf(parts: (string | undefined)[]): string {
  const text = parts.map((part) => (part ?? '').toLowerCase().replace(/\s+/g, ' ').trim()).join('\n');
  return `hash:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}
