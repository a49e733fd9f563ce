import { CONSENT_COOKIE, parseConsentCookie, CONSENT_API_PATH } from '#contract/consent/consent-cookie.js';
import { type ConsentChoices, ADVERTISING_SERVICES, type ConsentService } from '#contract/consent/consent-services.js';

/** Key of the storage entry whose changes notify other tabs of a decision. */
const SIGNAL_KEY = 'causeboard-consent';

/** The decisions in this browser's consent cookie. */
export function cookieChoices(): ConsentChoices {
  const prefix = `${CONSENT_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  return parseConsentCookie(cookie?.slice(prefix.length));
}

/**
 * Lets the server write decisions into the consent cookie; the request continues if the page is left.
 *
 * @returns whether it succeeded
 */
export async function saveChoices(choices: ConsentChoices): Promise<boolean> {
  try {
    const { ok } = await fetch(CONSENT_API_PATH, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ choices }),
    });
    return ok;
  } catch {
    return false;
  }
}

/**
 * Notifies other tabs of the content of the consent cookie. Writes nothing if nothing has changed, which is the case on
 * every page except the one after a decision.
 */
export function tellOtherTabs(): void {
  try {
    const text = JSON.stringify(cookieChoices());
    if (text !== '{}' && localStorage.getItem(SIGNAL_KEY) !== text) localStorage.setItem(SIGNAL_KEY, text);
  } catch {
    // Without storage, other tabs cannot know the decision either.
  }
}

/**
 * Calls the listener when the cookie may have changed since this page read it: another tab has saved a decision, or
 * this page was inactive meanwhile.
 */
export function whenDecidedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === SIGNAL_KEY) listener();
  });
  // A page that is restored from the back-forward cache may be older than the last decision.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

/** Whether the browser rejects a service on the visitor's behalf, by Global Privacy Control. */
export function isRefusedByBrowser(service: ConsentService): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true && ADVERTISING_SERVICES.includes(service);
}
