import { CONSENT_COOKIE, parseConsentCookie } from '#contract/consent/consent-cookie.js';
import type { ConsentChoices } from '#contract/consent/consent-services.js';

/** The decisions in this browser's consent cookie. */
export function cookieChoices(): ConsentChoices {
  const prefix = `${CONSENT_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  return parseConsentCookie(cookie?.slice(prefix.length));
}
