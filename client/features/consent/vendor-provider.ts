import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentVendor, VendorDecision, VendorPage } from '#contract/consent/consent-vendor.js';
import type { ConsentProvider, ConsentState } from './consent-provider';

const FOLDER = '../../../src/contract/consent/vendors';
/** Each is a script of its own. */
const VENDORS = import.meta.glob<ConsentVendor>('../../../src/contract/consent/vendors/*.ts', { import: 'vendor' });

const POLL_MS = 100;
/** So long a provider's script may take; until then, and afterwards, nothing is granted. */
const MAX_LOAD_MS = 10_000;
const LATE_POLL_MS = 1_000;

/** The page that the adapter of a provider sees. */
const PAGE: VendorPage = {
  globals: globalThis,
  get language() {
    return document.documentElement.lang;
  },
  on: (events, listener) => {
    for (const name of events) addEventListener(name, (event) => listener((event as CustomEvent).detail));
  },
};

/** Loads the provider of a site, and no other. */
export async function loadVendor(config: PageConsent): Promise<ConsentProvider> {
  return watchVendor(await VENDORS[`${FOLDER}/${config.provider}.ts`]!(), config);
}

/** Watches an external provider, which only answers: what is granted we load ourselves. */
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
  // One that comes late after all need not say so by itself; one that is blocked does not come.
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

/** @returns when the script has run; rejected where it does not come, as where somebody blocks it */
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

/** @param loaded its script; where that does not come, nobody needs to wait any longer */
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
