import { type ConsentChoices, isConsentService } from './consent-services.ts';

/** The cookie's name and format are those of Klaro 0.7, so that its script and tools for it can read our cookie. */
export const CONSENT_COOKIE = 'klaro';

/** Longer than every service's id with its decision together; whatever is longer was not written by us. */
const MAX_COOKIE_LENGTH = 2_000;

/**
 * What a consent cookie says. Unknown services and values that are not true or false are left out, so that a damaged
 * cookie counts as no decision: a service without a decision is never loaded.
 * @param value the cookie's raw value, `encodeURIComponent(JSON)`.
 */
export function parseConsentCookie(value: string | undefined): ConsentChoices {
  if (!value || value.length > MAX_COOKIE_LENGTH) return {};
  let decoded: unknown;
  try {
    decoded = JSON.parse(decodeURIComponent(value));
  } catch {
    return {};
  }
  if (typeof decoded !== 'object' || decoded === null || Array.isArray(decoded)) return {};
  const choices: ConsentChoices = {};
  for (const [name, decision] of Object.entries(decoded)) {
    if (isConsentService(name) && typeof decision === 'boolean') choices[name] = decision;
  }
  return choices;
}

/** The cookie's raw value for these decisions. */
export function formatConsentCookie(choices: ConsentChoices): string {
  return encodeURIComponent(JSON.stringify(choices));
}
