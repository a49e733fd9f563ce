import type { PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { isRefusedByBrowser } from '../browser-refusal';
import type { ConsentProvider } from '../consent-provider';
import { cookieChoices } from '../cookie-choices';
import { saveChoices } from '../save-choices';
import { showBanner } from './klaro-banner';

/** Other tabs hear of a decision by a change of this entry. */
const SIGNAL_KEY = 'causeboard-consent';

/** The product itself: its banner and its page of settings write the cookie of Klaro, which is read here. */
export function createProvider({ services }: PageConsent, settingsPath: string): ConsentProvider {
  const used = CONSENT_SERVICES.filter((service) => services[service] !== undefined);
  const listeners = new Set<() => void>();
  let hideBanner: (() => void) | undefined;
  const isDecided = (): boolean => {
    const choices = cookieChoices();
    return used.every((service) => choices[service] !== undefined || isRefusedByBrowser(service));
  };
  const changed = (): void => {
    if (isDecided()) hideBanner?.();
    for (const listener of listeners) listener();
  };
  const decide = async (choices: ConsentChoices): Promise<boolean> => {
    if (!(await saveChoices(choices))) return false;
    signal();
    changed();
    return true;
  };
  addEventListener('storage', ({ key }) => {
    if (key === SIGNAL_KEY) changed();
  });
  // A page that comes back out of the browser's memory may be older than the last decision.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) changed();
  });
  signal();
  return {
    ready: Promise.resolve(),
    state(service) {
      const choice = cookieChoices()[service];
      return choice === undefined ? 'unknown' : choice ? 'granted' : 'denied';
    },
    onChange(listener) {
      listeners.add(listener);
    },
    openSettings() {
      location.assign(settingsPath);
    },
    ask() {
      if (!isDecided()) hideBanner = showBanner(used, decide);
    },
    decide,
  };
}

/** Writes nothing where nothing changed, as on every page but the one after a decision. */
function signal(): void {
  try {
    const text = JSON.stringify(cookieChoices());
    if (text !== '{}' && localStorage.getItem(SIGNAL_KEY) !== text) localStorage.setItem(SIGNAL_KEY, text);
  } catch {
    // A browser that stores nothing has no other tabs that could know of it.
  }
}
