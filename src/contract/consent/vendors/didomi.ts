import { byPurpose, type ConsentVendor } from '../consent-vendor.js';

interface Didomi {
  /** Whether some decisions of the visitor are still missing. */
  isUserConsentStatusPartial(): boolean;
  isConsentRequired(): boolean;
  getCurrentUserStatus(): { purposes?: Statuses; vendors?: Statuses };
  preferences: { show(): void };
}
type Statuses = Record<string, { enabled?: boolean } | undefined>;

const VENDOR = 'vendor:';

/** Didomi: purposes by id, and vendors as `vendor:id`. The site's id is the public API key. */
export const vendor: ConsentVendor = {
  label: 'Didomi',
  policyId: 'notice id',
  origins: ['https://sdk.privacy-center.org', 'https://api.privacy-center.org'],
  categories: byPurpose('analytics', 'advertising_personalisation', 'cookies'),
  script({ id, policyId }) {
    const [key, notice] = [encodeURIComponent(id), encodeURIComponent(policyId)];
    return { address: `https://sdk.privacy-center.org/${key}/loader.js?target_type=notice&target=${notice}` };
  },
  adapt({ globals }) {
    const didomi = () => globals.Didomi as Didomi | undefined;
    let isReady = false;
    return {
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
        // Queues that the script processes when it has loaded, and continues to read.
        const whenReady = (globals.didomiOnReady ??= []) as (() => void)[];
        whenReady.push(() => {
          isReady = true;
          changed();
        });
        const listeners = (globals.didomiEventListeners ??= []) as { event: string; listener: () => void }[];
        listeners.push({ event: 'consent.changed', listener: changed });
      },
      openSettings: () => didomi()?.preferences.show(),
    };
  },
};
