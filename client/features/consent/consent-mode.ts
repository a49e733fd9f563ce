import type { ConsentService } from '#contract/consent/consent-services.js';
import { gtag } from './gtag';

const ADVERTISING: readonly ConsentService[] = ['google-ad-manager', 'meta-pixel'];
const CONTENT: readonly ConsentService[] = ['youtube', 'vimeo', 'maps', 'geocoding'];

/** All signals of version 2, each with the services that it stands for. What security needs is asked of nobody. */
const SIGNALS: readonly (readonly [signal: string, services: readonly ConsentService[]])[] = [
  ['ad_storage', ADVERTISING],
  ['ad_user_data', ADVERTISING],
  ['ad_personalization', ADVERTISING],
  ['analytics_storage', ['google-analytics', 'google-analytics-legacy']],
  ['functionality_storage', CONTENT],
  ['personalization_storage', CONTENT],
];

/** So long tags that are there already wait for a decision. */
const WAIT_MS = 500;

/** Says before anything else that nothing is allowed. Basic mode: Google's scripts themselves come only after consent. */
export function setDefaultSignals(): void {
  const denied = SIGNALS.map(([signal]) => [signal, 'denied']);
  gtag('consent', 'default', { ...Object.fromEntries(denied), security_storage: 'granted', wait_for_update: WAIT_MS });
}

/** Says what was decided: a signal is granted where every service of the site that it stands for is. */
export function updateSignals(used: readonly ConsentService[], granted: readonly ConsentService[]): void {
  const signals = SIGNALS.map(([signal, services]) => {
    const concerned = services.filter((service) => used.includes(service));
    const isGranted = concerned.length > 0 && concerned.every((service) => granted.includes(service));
    return [signal, isGranted ? 'granted' : 'denied'];
  });
  gtag('consent', 'update', { ...Object.fromEntries(signals), security_storage: 'granted' });
}
