import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from '../consent-provider';
import { globalOf, onWindow, watchVendor } from '../vendor-provider';

interface OneTrust {
  /** Whether the visitor has answered: before, the groups are those that are granted without asking. */
  IsAlertBoxClosed(): boolean;
  GetDomainData(): { ConsentModel?: { Name?: string } } | undefined;
  ToggleInfoDisplay(): void;
}

/** Where visitors have to object, closing the dialog is no consent. */
const OPT_IN = 'opt-in';

const oneTrust = (): OneTrust | undefined => globalOf('OneTrust') as OneTrust | undefined;
/** `,C0001,C0002,` */
const activeGroups = (): string | undefined => globalOf('OnetrustActiveGroups') as string | undefined;

/** OneTrust: groups such as `C0002`. */
export function createProvider(config: PageConsent): ConsentProvider {
  return watchVendor(
    {
      script: {
        address: 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js',
        attributes: { 'data-domain-script': config.id ?? '' },
      },
      isThere: () => typeof oneTrust()?.IsAlertBoxClosed === 'function' && typeof activeGroups() === 'string',
      decision() {
        const api = oneTrust()!;
        const model = api.GetDomainData()?.ConsentModel?.Name ?? OPT_IN;
        if (!api.IsAlertBoxClosed() || model !== OPT_IN) return undefined;
        const groups = activeGroups()!.split(',');
        return (category) => groups.includes(category);
      },
      listen: (changed) => onWindow(['OneTrustGroupsUpdated', 'OTConsentApplied'], () => changed()),
      openSettings: () => oneTrust()?.ToggleInfoDisplay(),
    },
    config,
  );
}
