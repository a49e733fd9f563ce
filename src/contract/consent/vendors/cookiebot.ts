import { byPurpose, type ConsentVendor } from '../consent-vendor.js';

interface Cookiebot {
  /** Set some time after the object itself exists. */
  consent?: Record<string, boolean | undefined>;
  /** Whether the visitor has decided. */
  hasResponse?: boolean;
  renew(): void;
}

/** Cookiebot, by Usercentrics: four fixed categories. */
export const vendor: ConsentVendor = {
  label: 'Cookiebot',
  origins: ['https://consent.cookiebot.com', 'https://consentcdn.cookiebot.com', 'https://imgsct.cookiebot.com'],
  categories: byPurpose('statistics', 'marketing', 'preferences'),
  script: ({ id }) => ({
    address: 'https://consent.cookiebot.com/uc.js',
    attributes: { id: 'Cookiebot', 'data-cbid': id },
  }),
  adapt({ globals, on }) {
    const cookiebot = () => globals.Cookiebot as Cookiebot | undefined;
    return {
      isThere: () => cookiebot()?.consent !== undefined && cookiebot()?.hasResponse !== undefined,
      decision() {
        const { consent, hasResponse } = cookiebot()!;
        return hasResponse ? (category) => consent?.[category] === true : undefined;
      },
      listen: (changed) => on(['CookiebotOnConsentReady', 'CookiebotOnAccept', 'CookiebotOnDecline'], changed),
      openSettings: () => cookiebot()?.renew(),
    };
  },
};
