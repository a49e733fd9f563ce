import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from '../consent-provider';
import { globalOf, onWindow, watchVendor } from '../vendor-provider';

interface Cookiebot {
  /** Filled some time after the object itself is there. */
  consent?: Record<string, boolean | undefined>;
  /** Whether the visitor has answered. */
  hasResponse?: boolean;
  renew(): void;
}

const cookiebot = (): Cookiebot | undefined => globalOf('Cookiebot') as Cookiebot | undefined;

/** Cookiebot, by Usercentrics: four fixed categories. */
export function createProvider(config: PageConsent): ConsentProvider {
  return watchVendor(
    {
      script: {
        address: 'https://consent.cookiebot.com/uc.js',
        attributes: { id: 'Cookiebot', 'data-cbid': config.id ?? '' },
      },
      isThere: () => cookiebot()?.consent !== undefined && cookiebot()?.hasResponse !== undefined,
      decision() {
        const { consent, hasResponse } = cookiebot()!;
        return hasResponse ? (category) => consent?.[category] === true : undefined;
      },
      listen: (changed) =>
        onWindow(['CookiebotOnConsentReady', 'CookiebotOnAccept', 'CookiebotOnDecline'], () => changed()),
      openSettings: () => cookiebot()?.renew(),
    },
    config,
  );
}
