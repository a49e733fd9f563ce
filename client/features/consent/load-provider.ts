import type { PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentVendor } from '#contract/consent/consent-vendor.js';
import type { ConsentProvider } from './consent-provider';

const FOLDER = '../../../src/contract/consent/vendors';
/** Each is a script of its own. */
const VENDORS = import.meta.glob<ConsentVendor>('../../../src/contract/consent/vendors/*.ts', { import: 'vendor' });

/**
 * Loads the provider of a site, and no other.
 * @param settingsPath the page with the visitor's settings
 */
export async function loadProvider(config: PageConsent, settingsPath: string): Promise<ConsentProvider> {
  const { provider } = config;
  if (provider === 'klaro') return (await import('./klaro')).createProvider(config, settingsPath);
  const [vendor, { watchVendor }] = await Promise.all([
    VENDORS[`${FOLDER}/${provider}.ts`]!(),
    import('./vendor-provider'),
  ]);
  return watchVendor(vendor, config);
}
