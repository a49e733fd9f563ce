import type { ConsentService } from '#contract/consent/consent-services.js';
import { isRefusedByBrowser } from './choices';

const page = globalThis as typeof globalThis & { dataLayer?: unknown[] };

/** The queue of commands that Google's scripts process in order; the first script may be loaded much later. */
export function dataLayer(): unknown[] {
  return (page.dataLayer ??= []);
}

/** Google's scripts treat an entry as a command only if it is an `arguments` object, not an array. */
export const gtag: (...command: unknown[]) => void = function () {
  dataLayer().push(arguments);
};

const ADVERTISING: readonly ConsentService[] = ['google-ad-manager', 'meta-pixel'];
const CONTENT: readonly ConsentService[] = ['youtube', 'vimeo', 'maps', 'geocoding'];

/** All signals of version 2, each with the services it covers. Signals required for security need no consent. */
const SIGNALS: readonly (readonly [signal: string, services: readonly ConsentService[]])[] = [
  ['ad_storage', ADVERTISING],
  ['ad_user_data', ADVERTISING],
  ['ad_personalization', ADVERTISING],
  ['analytics_storage', ['google-analytics', 'google-analytics-legacy']],
  ['functionality_storage', CONTENT],
  ['personalization_storage', CONTENT],
];

/** Time for which existing tags wait for a decision, in milliseconds. */
const WAIT_MS = 500;

/**
 * Sets all signals to denied before anything else. Basic mode: Google's scripts themselves are loaded only after
 * consent.
 */
export function setDefaultSignals(): void {
  const denied = SIGNALS.map(([signal]) => [signal, 'denied']);
  gtag('consent', 'default', { ...Object.fromEntries(denied), security_storage: 'granted', wait_for_update: WAIT_MS });
}

/**
 * Updates the signals after a decision: a signal is granted if every service of the site that it covers is granted. If
 * the site has none of them, the tags that need the signal are in the container of Google Tag Manager.
 */
export function updateSignals(used: readonly ConsentService[], granted: readonly ConsentService[]): void {
  const signals = SIGNALS.map(([signal, services]) => {
    const own = services.filter((service) => used.includes(service));
    const concerned = own.length > 0 ? own : (['google-tag-manager'] as const);
    const isRefused = services === ADVERTISING && ADVERTISING.some(isRefusedByBrowser);
    const isGranted = !isRefused && concerned.every((service) => granted.includes(service));
    return [signal, isGranted ? 'granted' : 'denied'];
  });
  gtag('consent', 'update', { ...Object.fromEntries(signals), security_storage: 'granted' });
}
