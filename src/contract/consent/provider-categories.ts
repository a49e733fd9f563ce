import type { ConsentProviderName } from './consent-providers.js';
import type { ConsentService } from './consent-services.js';

type Categories = Readonly<Partial<Record<ConsentService, readonly string[]>>>;

/** For providers with fixed categories of measuring, advertising, and what makes pages work better. */
function byPurpose(measuring: string, advertising: string, functional: string): Categories {
  return {
    'google-tag-manager': [measuring, advertising],
    'google-analytics': [measuring],
    'google-analytics-legacy': [measuring],
    geocoding: [functional],
    'google-ad-manager': [advertising],
    youtube: [advertising],
    vimeo: [functional],
    'meta-pixel': [advertising],
    'audience-measurement': [measuring],
    maps: [functional],
    heatmap: [measuring],
  };
}

/**
 * Which of a provider's categories a service belongs to by default. All of them have to be granted. A service that is missing is mapped
 * by the site (`consent.categories`, `CONSENT_CATEGORIES`) or never granted: purposes and vendors of consentmanager are numbered by each
 * of its customers.
 */
export const PROVIDER_CATEGORIES: Readonly<Record<Exclude<ConsentProviderName, 'klaro'>, Categories>> = {
  cookiebot: byPurpose('statistics', 'marketing', 'preferences'),
  onetrust: byPurpose('C0002', 'C0004', 'C0003'),
  usercentrics: byPurpose('marketing', 'marketing', 'functional'),
  didomi: byPurpose('analytics', 'advertising_personalisation', 'cookies'),
  cookiefirst: byPurpose('performance', 'advertising', 'functional'),
  consentmanager: {},
  iubenda: byPurpose('4', '5', '3'),
};
