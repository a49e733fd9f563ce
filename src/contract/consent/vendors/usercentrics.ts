import { byPurpose, type ConsentVendor, type VendorDecision } from '../consent-vendor.js';

/** Version 3. */
interface ConsentDetails {
  consent?: { type?: string };
  categories?: Record<string, { state?: string } | undefined>;
}
interface UcCmp {
  getConsentDetails(): Promise<ConsentDetails>;
  showSecondLayer(): void;
}

/** Version 2. */
interface BaseService {
  categorySlug: string;
  consent: { status: boolean; history?: { type?: string }[] };
}
interface UcUi {
  isInitialized(): boolean;
  getServicesBaseInfo(): BaseService[];
  showSecondLayer(): void;
}

/** Other events only report that a dialog was opened or closed. */
const DECISIONS: readonly (string | undefined)[] = ['ACCEPT_ALL', 'DENY_ALL', 'SAVE'];

/** Usercentrics: version 3 if available, otherwise version 2, whose script `CONSENT_SCRIPT_URL` names. The site's id is the settings id. */
export const vendor: ConsentVendor = {
  label: 'Usercentrics',
  origins: ['https://*.usercentrics.eu'],
  categories: byPurpose('marketing', 'marketing', 'functional'),
  script: ({ id }) => ({
    address: 'https://web.cmp.usercentrics.eu/ui/loader.js',
    attributes: { id: 'usercentrics-cmp', 'data-settings-id': id },
  }),
  adapt({ globals, on }) {
    const newer = () => globals.__ucCmp as UcCmp | undefined;
    const older = () => globals.UC_UI as UcUi | undefined;
    /** The latest response of version 3, whose API is asynchronous. */
    let details: ConsentDetails | undefined;
    let isAsking = false;
    const ask = async (): Promise<void> => {
      isAsking = true;
      try {
        details = await newer()?.getConsentDetails();
      } catch {
        details = undefined;
      }
      isAsking = false;
    };
    return {
      isThere() {
        if (!newer()) return older()?.isInitialized() === true;
        if (!details && !isAsking) void ask();
        return details !== undefined;
      },
      decision: () => (newer() ? decisionOfNewer(details) : decisionOfOlder(older()!.getServicesBaseInfo())),
      listen(changed) {
        on(['UC_UI_INITIALIZED'], () => void ask().then(changed));
        on(['UC_UI_CMP_EVENT'], (detail) => {
          const { type } = (detail as { type?: string } | null) ?? {};
          if (DECISIONS.includes(type)) void ask().then(changed);
        });
      },
      openSettings: () => (newer() ?? older())?.showSecondLayer(),
    };
  },
};

function decisionOfNewer(details: ConsentDetails | undefined): VendorDecision | undefined {
  if (details?.consent?.type !== 'EXPLICIT') return undefined;
  return (category) => details.categories?.[category]?.state === 'ALL_ACCEPTED';
}

/** A category is granted if all of its services are. */
function decisionOfOlder(services: readonly BaseService[]): VendorDecision | undefined {
  const isExplicit = services.some(({ consent }) => consent.history?.some(({ type }) => type === 'explicit'));
  if (!isExplicit) return undefined;
  return (category) => {
    const own = services.filter(({ categorySlug }) => categorySlug === category);
    return own.length > 0 && own.every(({ consent }) => consent.status);
  };
}
