import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentVendor, VendorDecision, VendorPage } from '#contract/consent/consent-vendor.js';
import type { ConsentProvider, ConsentState } from './consent-provider';

const FOLDER = '../../../src/contract/consent/vendors';
/** Each vendor is a separate script. */
const VENDORS = import.meta.glob<ConsentVendor>('../../../src/contract/consent/vendors/*.ts', { import: 'vendor' });

const POLL_MS = 100;
/**
 * Maximum loading time of a provider's script, in milliseconds; until then, and after a timeout, nothing is granted.
 */
const MAX_LOAD_MS = 10_000;
const LATE_POLL_MS = 1_000;

/** The page as seen by the adapter of a provider. */
const PAGE: VendorPage = {
  globals: globalThis,
  get language() {
    return document.documentElement.lang;
  },
  on: (events, listener) => {
    for (const name of events) addEventListener(name, (event) => listener((event as CustomEvent).detail));
  },
};

/** Loads only the provider of the site. */
export async function loadVendor(config: PageConsent): Promise<ConsentProvider> {
  return watchVendor(await VENDORS[`${FOLDER}/${config.provider}.ts`]!(), config);
}

/** Watches an external provider, which only reports decisions: this script loads the granted services itself. */
function watchVendor(vendor: ConsentVendor, config: PageConsent): ConsentProvider {
  const { id = '', policyId = '', categories = {}, scriptUrl } = config;
  const ids = { id, policyId };
  const adapter = vendor.adapt(PAGE, ids);
  const listeners = new Set<() => void>();
  let wasDecided = false;
  let reloadsPage = false;
  const isThere = (): boolean => attempt(() => adapter.isThere()) ?? false;
  const decision = (): VendorDecision | undefined => (isThere() ? attempt(() => adapter.decision()) : undefined);
  const changed = (): void => {
    reloadsPage = adapter.reloadsPage === true && wasDecided;
    wasDecided = decision() !== undefined;
    for (const listener of listeners) listener();
  };
  attempt(() => adapter.listen(changed));
  const { address, attributes } = vendor.script(ids);
  const loaded = isThere() ? undefined : insertScript(scriptUrl ?? address, attributes);
  const ready = untilThere(isThere, loaded).then(() => {
    wasDecided = decision() !== undefined;
  });
  // A provider that loads late may not report it by itself; a blocked one never loads.
  ready.catch(() => loaded?.then(() => whenThere(isThere, changed))).catch(() => undefined);
  return {
    ready,
    state(service): ConsentState {
      const wanted = categories[service] ?? [];
      if (wanted.length === 0) return 'denied';
      const decided = decision();
      if (!decided) return 'unknown';
      return attempt(() => wanted.every((category) => decided(category))) === true ? 'granted' : 'denied';
    },
    onChange(listener) {
      listeners.add(listener);
    },
    openSettings() {
      const open = (): true => {
        adapter.openSettings();
        return true;
      };
      return isThere() && attempt(open) === true;
    },
    get reloadsPage() {
      return reloadsPage;
    },
  };
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/**
 * @returns a promise that is fulfilled when the script has run, and rejected if it cannot be loaded, for example
 * because it is blocked
 */
function insertScript(address: string, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.src = address;
  script.async = true;
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The provider’s script cannot be loaded.')));
  });
}

/** @param loaded loading of its script; if that fails, waiting ends */
function untilThere(isThere: () => boolean, loaded: Promise<void> | undefined): Promise<void> {
  const there = new Promise<void>((resolve, reject) => {
    const end = Date.now() + MAX_LOAD_MS;
    const check = (): void => {
      if (isThere()) resolve();
      else if (Date.now() > end) reject(new Error('The provider does not answer.'));
      else setTimeout(check, POLL_MS);
    };
    check();
  });
  return loaded ? Promise.race([there, loaded.then(() => there)]) : there;
}

function whenThere(isThere: () => boolean, act: () => void): void {
  const timer = setInterval(() => {
    if (!isThere()) return;
    clearInterval(timer);
    act();
  }, LATE_POLL_MS);
}
