import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from '../consent-provider';
import { globalOf, watchVendor } from '../vendor-provider';

interface Didomi {
  /** Whether the visitor has still to be asked about something. */
  isUserConsentStatusPartial(): boolean;
  isConsentRequired(): boolean;
  getCurrentUserStatus(): { purposes?: Statuses; vendors?: Statuses };
  preferences: { show(): void };
}
type Statuses = Record<string, { enabled?: boolean } | undefined>;

/** Lists that the script works off once it is there, and reads on afterwards. */
interface DidomiWindow {
  didomiOnReady?: (() => void)[];
  didomiEventListeners?: { event: string; listener: () => void }[];
}

const VENDOR = 'vendor:';

const didomi = (): Didomi | undefined => globalOf('Didomi') as Didomi | undefined;

/** Didomi: purposes by their ids, and vendors as `vendor:id`. */
export function createProvider(config: PageConsent): ConsentProvider {
  const id = encodeURIComponent(config.id ?? '');
  const notice = encodeURIComponent(config.policyId ?? '');
  let isReady = false;
  return watchVendor(
    {
      script: { address: `https://sdk.privacy-center.org/${id}/loader.js?target_type=notice&target=${notice}` },
      isThere: () => isReady && didomi() !== undefined,
      decision() {
        const api = didomi()!;
        if (!api.isConsentRequired() || api.isUserConsentStatusPartial()) return undefined;
        const { purposes, vendors } = api.getCurrentUserStatus();
        return (category) =>
          category.startsWith(VENDOR)
            ? vendors?.[category.slice(VENDOR.length)]?.enabled === true
            : purposes?.[category]?.enabled === true;
      },
      listen(changed) {
        const page = globalThis as typeof globalThis & DidomiWindow;
        (page.didomiOnReady ??= []).push(() => {
          isReady = true;
          changed();
        });
        (page.didomiEventListeners ??= []).push({ event: 'consent.changed', listener: changed });
      },
      openSettings: () => didomi()?.preferences.show(),
    },
    config,
  );
}
