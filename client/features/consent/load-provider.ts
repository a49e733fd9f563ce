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
    default:
      throw new Error(`There is no provider ${config.provider}`);
  }
}
