import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider, ConsentState } from './consent-provider';

/** Whether the visitor granted a category. */
export type Decision = (category: string) => boolean;

/** What is particular about an external provider. Nothing of it may be trusted: whatever throws counts as no decision. */
export interface Vendor {
  script: { address: string; attributes?: Readonly<Record<string, string>> };
  /** Whether its script is there and knows what was decided before. Asked again and again until it is. */
  isThere(): boolean;
  /** @returns undefined as long as the visitor has decided nothing: what a provider assumes by default is no consent */
  decision(): Decision | undefined;
  /** Listens for decisions. Called before the script is there, which may have come before us all the same. */
  listen(changed: () => void): void;
  openSettings(): void;
  /** It loads the page anew by itself when an earlier decision changes. */
  reloadsPage?: boolean;
}

const POLL_MS = 100;
/** So long a provider's script may take; until then, and afterwards, nothing is granted. */
const MAX_LOAD_MS = 10_000;

/** Watches an external provider, which only answers: what is granted we load ourselves. */
export function watchVendor(vendor: Vendor, { categories = {}, scriptUrl }: PageConsent): ConsentProvider {
  const listeners = new Set<() => void>();
  let wasDecided = false;
  let reloadsPage = false;
  const isThere = (): boolean => attempt(() => vendor.isThere()) ?? false;
  const decision = (): Decision | undefined => (isThere() ? attempt(() => vendor.decision()) : undefined);
  const changed = (): void => {
    reloadsPage = vendor.reloadsPage === true && wasDecided;
    wasDecided = decision() !== undefined;
    for (const listener of listeners) listener();
  };
  attempt(() => vendor.listen(changed));
  const { address, attributes } = vendor.script;
  const isBlocked = isThere() ? undefined : insertScript(scriptUrl ?? address, attributes);
  const ready = untilThere(isThere, isBlocked).then(() => {
    wasDecided = decision() !== undefined;
  });
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
      attempt(() => vendor.openSettings());
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

/** @returns rejected where the script does not come, as where somebody blocks it */
function insertScript(address: string, attributes: Readonly<Record<string, string>> = {}): Promise<never> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.src = address;
  script.async = true;
  document.head.append(script);
  return new Promise((_resolve, reject) => {
    script.addEventListener('error', () => reject(new Error('The provider’s script cannot be loaded.')));
  });
}

function untilThere(isThere: () => boolean, isBlocked: Promise<never> | undefined): Promise<void> {
  const there = new Promise<void>((resolve, reject) => {
    const end = Date.now() + MAX_LOAD_MS;
    const check = (): void => {
      if (isThere()) resolve();
      else if (Date.now() > end) reject(new Error('The provider does not answer.'));
      else setTimeout(check, POLL_MS);
    };
    check();
  });
  return isBlocked ? Promise.race([there, isBlocked]) : there;
}

/** What providers leave in the page, by its name there; it may be anything, or gone. */
export function globalOf(name: string): unknown {
  return (globalThis as Record<string, unknown>)[name];
}

/** Listens for events of the window by which providers tell of decisions. */
export function onWindow(names: readonly string[], listener: (event: Event) => void): void {
  for (const name of names) addEventListener(name, listener);
}
