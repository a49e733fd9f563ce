import type { PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { isRefusedByBrowser } from './browser-refusal';
import type { ConsentProvider } from './consent-provider';
import { cookieChoices } from './cookie-choices';
import { tellOtherTabs, whenDecidedElsewhere } from './other-tabs';
import { saveChoices } from './save-choices';
import { showBanner } from './klaro-banner';

/** The built-in provider: its banner and its settings page write Klaro's cookie, which is read here. */
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
    tellOtherTabs();
    changed();
    return true;
  };
  whenDecidedElsewhere(changed);
  tellOtherTabs();
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
      return true;
    },
    ask() {
      if (!isDecided()) hideBanner = showBanner(used, decide);
    },
    decide,
  };
}
