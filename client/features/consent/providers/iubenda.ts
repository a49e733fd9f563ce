import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from '../consent-provider';
import { globalOf, watchVendor } from '../vendor-provider';

/** What the visitor decided: of everything at once, or by purpose. */
interface Preference {
  consent?: boolean;
  purposes?: Record<string, boolean | undefined>;
}

interface Iubenda {
  csConfiguration?: { callback?: Record<string, ((preference: Preference | null) => void) | undefined> };
  cs?: { consent?: Preference; api?: { openPreferences(): void } };
}

const CALLBACK = 'onPreferenceExpressedOrNotNeeded';

const iubenda = (): Iubenda | undefined => globalOf('_iub') as Iubenda | undefined;

/** iubenda: purposes by their numbers, or a consent to everything. */
export function createProvider(config: PageConsent): ConsentProvider {
  return watchVendor(
    {
      script: { address: 'https://cdn.iubenda.com/cs/iubenda_cs.js' },
      isThere: () => iubenda()?.cs?.api !== undefined,
      decision() {
        const { purposes, consent } = iubenda()?.cs?.consent ?? {};
        if (purposes) return (purpose) => purposes[purpose] === true;
        return consent === undefined ? undefined : () => consent;
      },
      listen(changed) {
        const page = globalThis as typeof globalThis & { _iub?: Iubenda };
        const own = { siteId: Number(config.id), cookiePolicyId: Number(config.policyId), perPurposeConsent: true };
        const configuration = ((page._iub ??= {}).csConfiguration ??= {
          ...own,
          lang: document.documentElement.lang.slice(0, 2),
        } as NonNullable<Iubenda['csConfiguration']>);
        const callbacks = (configuration.callback ??= {});
        const before = callbacks[CALLBACK];
        callbacks[CALLBACK] = (preference) => {
          before?.(preference);
          changed();
        };
      },
      openSettings: () => iubenda()?.cs?.api?.openPreferences(),
      reloadsPage: true,
    },
    config,
  );
}
