import { byPurpose, type ConsentVendor } from '../consent-vendor.js';

/** The visitor's decision: for everything at once, or by purpose. */
interface Preference {
  consent?: boolean;
  purposes?: Record<string, boolean | undefined>;
}

type Callbacks = Record<string, ((preference: Preference | null) => void) | undefined>;

interface Iubenda {
  csConfiguration?: { callback?: Callbacks } & Record<string, unknown>;
  cs?: { consent?: Preference; api?: { openPreferences(): void } };
}

const CALLBACK = 'onPreferenceExpressedOrNotNeeded';

/** iubenda: purposes by number, or consent to everything. The site's id is the site id. */
export const vendor: ConsentVendor = {
  label: 'iubenda',
  policyId: 'cookie policy id',
  origins: ['https://cdn.iubenda.com', 'https://cs.iubenda.com', 'https://*.iubenda.com'],
  categories: byPurpose('4', '5', '3'),
  script: () => ({ address: 'https://cdn.iubenda.com/cs/iubenda_cs.js' }),
  adapt({ globals, language }, { id, policyId }) {
    const iubenda = () => globals._iub as Iubenda | undefined;
    return {
      isThere: () => iubenda()?.cs?.api !== undefined,
      decision() {
        const { purposes, consent } = iubenda()?.cs?.consent ?? {};
        if (purposes) return (purpose) => purposes[purpose] === true;
        return consent === undefined ? undefined : () => consent;
      },
      listen(changed) {
        const whole = (globals._iub ??= {}) as Iubenda;
        const configuration = (whole.csConfiguration ??= {
          siteId: Number(id),
          cookiePolicyId: Number(policyId),
          perPurposeConsent: true,
          lang: language.slice(0, 2),
        });
        const callbacks = (configuration.callback ??= {});
        const before = callbacks[CALLBACK];
        callbacks[CALLBACK] = (preference) => {
          before?.(preference);
          changed();
        };
      },
      openSettings: () => iubenda()?.cs?.api?.openPreferences(),
      reloadsPage: true,
    };
  },
};
