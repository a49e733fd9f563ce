import { byPurpose, type ConsentVendor } from '../consent-vendor.js';

interface OneTrust {
  /** Whether the visitor has decided: until then, the groups are those granted by default. */
  IsAlertBoxClosed(): boolean;
  GetDomainData(): { ConsentModel?: { Name?: string } } | undefined;
  ToggleInfoDisplay(): void;
}

/** In opt-out regions, closing the dialog is not consent. */
const OPT_IN = 'opt-in';

/** OneTrust: groups such as `C0002`. The site's id is the domain script id. */
export const vendor: ConsentVendor = {
  label: 'OneTrust',
  origins: ['https://cdn.cookielaw.org', 'https://geolocation.onetrust.com', 'https://*.onetrust.com'],
  categories: byPurpose('C0002', 'C0004', 'C0003'),
  script: ({ id }) => ({
    address: 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js',
    attributes: { 'data-domain-script': id },
  }),
  adapt({ globals, on }) {
    const oneTrust = () => globals.OneTrust as OneTrust | undefined;
    /** `,C0001,C0002,` */
    const activeGroups = () => globals.OnetrustActiveGroups as string | undefined;
    return {
      isThere: () => typeof oneTrust()?.IsAlertBoxClosed === 'function' && typeof activeGroups() === 'string',
      decision() {
        const api = oneTrust()!;
        const model = api.GetDomainData()?.ConsentModel?.Name ?? OPT_IN;
        if (!api.IsAlertBoxClosed() || model !== OPT_IN) return undefined;
        const groups = activeGroups()!.split(',');
        return (category) => groups.includes(category);
      },
      listen: (changed) => on(['OneTrustGroupsUpdated', 'OTConsentApplied'], changed),
      openSettings: () => oneTrust()?.ToggleInfoDisplay(),
    };
  },
};
