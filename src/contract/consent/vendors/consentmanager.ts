import type { ConsentVendor } from '../consent-vendor.js';

interface CmpData {
  userChoiceExists?: boolean;
  vendorConsents?: Consents;
  purposeConsents?: Consents;
}
type Consents = Record<string, boolean | number | undefined>;
type Cmp = (command: string, parameter?: unknown, callback?: unknown) => unknown;

const PURPOSE = 'purpose:';

/** consentmanager: vendors by id, and purposes as `purpose:id`. The site's id is the code id. */
export const vendor: ConsentVendor = {
  label: 'consentmanager',
  origins: ['https://*.consentmanager.net'],
  // Each of its customers has its own numbers for purposes and vendors.
  categories: {},
  script: ({ id }) => ({
    address: 'https://cdn.consentmanager.net/delivery/js/semiautomatic.min.js',
    attributes: {
      'data-cmp-ab': '0',
      'data-cmp-host': 'delivery.consentmanager.net',
      'data-cmp-cdn': 'cdn.consentmanager.net',
      'data-cmp-codesrc': '0',
      'data-cmp-cdid': id,
    },
  }),
  adapt({ globals }) {
    const cmp = () => globals.__cmp as Cmp | undefined;
    const dataOf = () => cmp()?.('getCMPData') as CmpData | undefined;
    let tellOfChange = (): void => undefined;
    let heard: Cmp | undefined;
    /** Its function accepts listeners once the script has loaded, and may be replaced by another function. */
    const listen = (): void => {
      const api = cmp();
      if (!api || api === heard) return;
      heard = api;
      api('addEventListener', ['consent', () => tellOfChange(), false], null);
    };
    return {
      isThere() {
        if (typeof cmp() !== 'function') return false;
        listen();
        return dataOf() instanceof Object;
      },
      decision() {
        const { userChoiceExists, vendorConsents, purposeConsents } = dataOf()!;
        if (!userChoiceExists) return undefined;
        return (category) =>
          isYes(
            category.startsWith(PURPOSE)
              ? purposeConsents?.[category.slice(PURPOSE.length)]
              : vendorConsents?.[category],
          );
      },
      listen(changed) {
        tellOfChange = changed;
      },
      openSettings: () => void cmp()?.('showScreen'),
    };
  },
};

function isYes(consent: boolean | number | undefined): boolean {
  return consent === true || consent === 1;
}
