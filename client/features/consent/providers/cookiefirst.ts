import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from '../consent-provider';
import { globalOf, onWindow, watchVendor } from '../vendor-provider';

interface CookieFirst {
  /** null: the visitor has not answered. */
  consent?: Record<string, boolean | undefined> | null;
  openPanel(): void;
}

const cookieFirst = (): CookieFirst | undefined => globalOf('CookieFirst') as CookieFirst | undefined;

/** CookieFirst: four fixed categories. */
export function createProvider(config: PageConsent): ConsentProvider {
  return watchVendor(
    {
      script: { address: `https://consent.cookiefirst.com/sites/${encodeURIComponent(config.id ?? '')}/consent.js` },
      isThere: () => cookieFirst()?.consent !== undefined,
      decision() {
        const { consent } = cookieFirst()!;
        return consent ? (category) => consent[category] === true : undefined;
      },
      listen: (changed) => onWindow(['cf_init', 'cf_consent'], () => changed()),
      openSettings: () => cookieFirst()?.openPanel(),
      reloadsPage: true,
    },
    config,
  );
}
