import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from './consent-provider';

/**
 * Loads the provider of a site, and no other.
 * @param settingsPath the page with the visitor's settings
 */
export async function loadProvider(config: PageConsent, settingsPath: string): Promise<ConsentProvider> {
  switch (config.provider) {
    case 'klaro':
      return (await import('./providers/klaro')).createProvider(config, settingsPath);
    case 'cookiebot':
      return (await import('./providers/cookiebot')).createProvider(config);
    case 'onetrust':
      return (await import('./providers/onetrust')).createProvider(config);
    case 'usercentrics':
      return (await import('./providers/usercentrics')).createProvider(config);
    case 'didomi':
      return (await import('./providers/didomi')).createProvider(config);
    case 'cookiefirst':
      return (await import('./providers/cookiefirst')).createProvider(config);
    case 'consentmanager':
      return (await import('./providers/consentmanager')).createProvider(config);
    case 'iubenda':
      return (await import('./providers/iubenda')).createProvider(config);
  }
}
