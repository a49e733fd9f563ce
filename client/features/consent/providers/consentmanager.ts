import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from '../consent-provider';
import { globalOf, watchVendor } from '../vendor-provider';

interface CmpData {
  userChoiceExists?: boolean;
  vendorConsents?: Consents;
  purposeConsents?: Consents;
}
type Consents = Record<string, boolean | number | undefined>;
type Cmp = (command: string, parameter?: unknown, callback?: unknown) => unknown;

const PURPOSE = 'purpose:';

const cmp = (): Cmp | undefined => globalOf('__cmp') as Cmp | undefined;
const dataOf = (): CmpData | undefined => cmp()?.('getCMPData') as CmpData | undefined;

/** consentmanager: vendors by their ids, and purposes as `purpose:id`. */
export function createProvider(config: PageConsent): ConsentProvider {
  let tellOfChange = (): void => undefined;
  let heard: Cmp | undefined;
  /** Its function takes listeners once it is there, and may be replaced by another one. */
  const listen = (): void => {
    const api = cmp();
    if (!api || api === heard) return;
    heard = api;
    api('addEventListener', ['consent', () => tellOfChange(), false], null);
  };
  return watchVendor(
    {
      script: {
        address: 'https://cdn.consentmanager.net/delivery/js/semiautomatic.min.js',
        attributes: {
          'data-cmp-ab': '0',
          'data-cmp-host': 'delivery.consentmanager.net',
          'data-cmp-cdn': 'cdn.consentmanager.net',
          'data-cmp-codesrc': '0',
          'data-cmp-cdid': config.id ?? '',
        },
      },
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
    },
    config,
  );
}

function isYes(consent: boolean | number | undefined): boolean {
  return consent === true || consent === 1;
}
