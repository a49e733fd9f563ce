import type { PageConsent } from '#contract/consent/consent-providers.js';
import {
  installConsentmanager,
  installCookieFirst,
  installCookiebot,
  installDidomi,
  installIubenda,
  installKlaro,
  installOneTrust,
  installUsercentrics2,
  installUsercentrics3,
} from './vendor-globals';

/** Stub of a provider, with its names for the categories of the tests. */
export interface StubbedProvider {
  name: string;
  config: Pick<PageConsent, 'provider' | 'id' | 'policyId' | 'scriptUrl'>;
  /** Host of its script. */
  host: string;
  install: () => void;
  /** Its names of the categories for analytics, advertising, and functional services. */
  categories: readonly [measuring: string, advertising: string, functional: string];
  /** Name of the global variable that disappears if the provider is removed. */
  global: string;
  reloads?: boolean;
  /** Whether it is the product's own consent: it has no script from another host, and its state is our cookie. */
  isBuiltIn?: boolean;
}

export const STUBBED_PROVIDERS: readonly StubbedProvider[] = [
  {
    name: 'klaro',
    config: { provider: 'klaro' },
    host: '',
    install: installKlaro,
    categories: ['measuring', 'advertising', 'functional'],
    global: '',
    isBuiltIn: true,
  },
  {
    name: 'cookiebot',
    config: { provider: 'cookiebot', id: 'abc' },
    host: 'consent.cookiebot.com',
    install: installCookiebot,
    categories: ['statistics', 'marketing', 'preferences'],
    global: 'Cookiebot',
  },
  {
    name: 'onetrust',
    config: { provider: 'onetrust', id: 'abc' },
    host: 'cdn.cookielaw.org',
    install: installOneTrust,
    categories: ['C0002', 'C0004', 'C0003'],
    global: 'OneTrust',
  },
  {
    name: 'usercentrics, version 3',
    config: { provider: 'usercentrics', id: 'abc' },
    host: 'web.cmp.usercentrics.eu',
    install: installUsercentrics3,
    categories: ['measuring', 'marketing', 'functional'],
    global: '__ucCmp',
  },
  {
    name: 'usercentrics, version 2',
    config: {
      provider: 'usercentrics',
      id: 'abc',
      scriptUrl: 'https://app.usercentrics.eu/browser-ui/latest/loader.js',
    },
    host: 'app.usercentrics.eu',
    install: installUsercentrics2,
    categories: ['measuring', 'marketing', 'functional'],
    global: 'UC_UI',
  },
  {
    name: 'didomi',
    config: { provider: 'didomi', id: 'abc', policyId: 'def' },
    host: 'sdk.privacy-center.org',
    install: installDidomi,
    categories: ['analytics', 'advertising_personalisation', 'cookies'],
    global: 'Didomi',
  },
  {
    name: 'cookiefirst',
    config: { provider: 'cookiefirst', id: 'example.org-abc' },
    host: 'consent.cookiefirst.com',
    install: installCookieFirst,
    categories: ['performance', 'advertising', 'functional'],
    global: 'CookieFirst',
    reloads: true,
  },
  {
    name: 'consentmanager',
    config: { provider: 'consentmanager', id: 'abc' },
    host: 'cdn.consentmanager.net',
    install: installConsentmanager,
    categories: ['s26', 's1', 's30'],
    global: '__cmp',
  },
  {
    name: 'iubenda',
    config: { provider: 'iubenda', id: '1', policyId: '2' },
    host: 'cdn.iubenda.com',
    install: installIubenda,
    categories: ['4', '5', '3'],
    global: '_iub',
    reloads: true,
  },
];
