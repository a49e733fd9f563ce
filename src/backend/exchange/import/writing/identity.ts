import { createHash } from 'node:crypto';
import type { Advert } from '../reading/advert.js';
import { plainLine } from '../../../reference/text/plain-line.js';

/** Identifies an advertisement across successive files. */
export interface AdvertIdentity {
  /** undefined if the advertisement does not name its organization. */
  organization?: string;
  organizationKey: string;
  /** The feed's own key, as known to an operator. */
  reference?: string;
  sourceKey: string;
}

const MAX_KEY_LENGTH = 200;
const MAX_NAME_LENGTH = 200;

/** @param organization organization of all rows, whatever the rows contain */
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

/** Returns the same key for `Food Bank`, `FOOD  BANK` and `food bank`. */
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

// Matches `Example Trust (ET) is a registered charity…`: a name, followed by the kind of organization.
const BEGINNING =
  /^((?:\p{Lu}[\p{L}\p{N}&.'’-]*)(?:\s+(?:\p{Lu}[\p{L}\p{N}.'’-]*|&|of|and|the|for|de|du|des|la|für|und)){0,6}?)(?:\s*\([^)]{1,20}\))?,?\s+(?:is|was founded as|ist|est)\s+(?:an?|the|one of the|eine?|une?|la|le)\s+([^.!?]{0,160})/u;
const KIND =
  /\b(?:compan(?:y|ies)|corporation|organi[sz]ation|charity|non-?profit|not-for-profit|foundation|trust|association|provider|supplier|firm|agency|manufacturer|retailer|start-?up|bank|hospital|university|college|school|ngo|verein|stiftung|unternehmen|fondation|entreprise|organisation)\b/i;
const NO_NAME =
  /^(?:we|our|us|i|it|this|that|these|the company|the role|the position|there|here|he|she|they|you|your|what|who|why|how|about|join|position|job|role|client|location|welcome|located|as|at|in|for|with|and|experience|qualifications?|requirements?|responsibilit(?:y|ies)|terms?|salary|duration|company|employer|founded|established|one|each|every|if|when)\b/i;
const MAX_LENGTH = 60;

/** @returns the organization's name if its description clearly starts with it, otherwise undefined */
function nameInProfile(profile: string | undefined): string | undefined {
  if (profile === undefined) return undefined;
  const text = plainLine(profile.slice(0, 600));
  const [, name, what] = BEGINNING.exec(text) ?? [];
  if (name === undefined || what === undefined || name.length > MAX_LENGTH || NO_NAME.test(name) || !KIND.test(what))
    return undefined;
  return name.replace(/[.,;:]+$/, (end) => (/\b(?:Inc|Ltd|Co|Corp)\.$/.test(name) ? end : ''));
}
