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

/** How a provider is stubbed, and what it calls the categories of the tests. */
export interface StubbedProvider {
  name: string;
  config: Pick<PageConsent, 'provider' | 'id' | 'policyId' | 'scriptUrl'>;
  /** Where its script comes from. */
  host: string;
  install: () => void;
  /** Its names of the categories for measuring, advertising, and what makes pages work better. */
  categories: readonly [measuring: string, advertising: string, functional: string];
  /** The global that goes away where the provider is removed. */
  global: string;
  reloads?: boolean;
  /** It is the product itself: there is no script of another host, and our cookie is what it stores. */
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
