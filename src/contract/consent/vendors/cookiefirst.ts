import { byPurpose, type ConsentVendor } from '../consent-vendor.js';

interface CookieFirst {
  /** null: the visitor has not decided. */
  consent?: Record<string, boolean | undefined> | null;
  openPanel(): void;
}

/** CookieFirst: four fixed categories. The site's id is the part of the script's address after `/sites/`. */
export const vendor: ConsentVendor = {
  label: 'CookieFirst',
  origins: ['https://consent.cookiefirst.com', 'https://edge.cookiefirst.com', 'https://api.cookiefirst.com'],
  categories: byPurpose('performance', 'advertising', 'functional'),
  script: ({ id }) => ({ address: `https://consent.cookiefirst.com/sites/${encodeURIComponent(id)}/consent.js` }),
  adapt({ globals, on }) {
    const cookieFirst = () => globals.CookieFirst as CookieFirst | undefined;
    return {
      isThere: () => cookieFirst()?.consent !== undefined,
      decision() {
        const { consent } = cookieFirst()!;
        return consent ? (category) => consent[category] === true : undefined;
      },
      listen: (changed) => on(['cf_init', 'cf_consent'], changed),
      openSettings: () => cookieFirst()?.openPanel(),
      reloadsPage: true,
    };
  },
};
