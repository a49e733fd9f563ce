import { type ConsentChoices, isConsentService } from './consent-services.js';

export { CONSENT_COOKIE } from './consent-cookie-name.js';

/** Lifetime of the cookie, the default of Klaro: then visitors are asked again. */
export const CONSENT_COOKIE_SECONDS = 120 * 24 * 3600;

/** Identifies a browser to Google where Google's own tag does not; set only after consent, and deleted when that is withdrawn. */
export const VISITOR_COOKIE = 'causeboard-measured';

/** Endpoint with which scripts write decisions into the cookie: `{ "choices": { "youtube": true } }`. */
export const CONSENT_API_PATH = '/api/consent';

/** Longer than the ids and decisions of all services together; longer cookies were not written by this product. */
const MAX_COOKIE_LENGTH = 2_000;

/**
 * Parses a consent cookie. Unknown services and values that are not booleans are ignored, so that a damaged cookie counts as no decision: a
 * service without a decision is never loaded.
 * @param value the cookie's raw value, `encodeURIComponent(JSON)`.
 */
export function parseConsentCookie(value: string | undefined): ConsentChoices {
  if (!value || value.length > MAX_COOKIE_LENGTH) return {};
  try {
    return readChoices(JSON.parse(decodeURIComponent(value)));
  } catch {
    return {};
  }
}

/** Reads decisions from untrusted data, by the same rules as for the cookie. */
export function readChoices(decoded: unknown): ConsentChoices {
  if (typeof decoded !== 'object' || decoded === null || Array.isArray(decoded)) return {};
  const choices: ConsentChoices = {};
  for (const [name, decision] of Object.entries(decoded)) {
    if (isConsentService(name) && typeof decision === 'boolean') choices[name] = decision;
  }
  return choices;
}

/** Returns the cookie's raw value for these decisions. */
export function formatConsentCookie(choices: ConsentChoices): string {
  return encodeURIComponent(JSON.stringify(choices));
}
