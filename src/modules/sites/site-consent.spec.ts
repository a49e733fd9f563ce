import { siteSchema } from '../../../config/sites/site.schema.js';
import { site as template } from '../../../config/sites/default/site.js';
import { CONSENT_SERVICES } from '#contract/consent/consent-services.js';
import { CONSENT_PROVIDERS } from '#contract/consent/consent-providers.js';
import { CONSENT_VENDORS } from '#contract/generated/consent-vendors.js';
import { parseSettings } from '../../settings.js';
import { pageConsent, withConsentSettings, contentSources } from './site-consent.js';

const IDS = {
  'google-tag-manager': 'GTM-ABC1234',
  'google-analytics': 'G-ABC1234567',
  'google-analytics-legacy': 'UA-1234567-1',
  geocoding: 'https://photon.example.org/api',
  'google-ad-manager': '/1234567/jobs',
  'meta-pixel': '123456789012345',
  'audience-measurement': 'https://measure.example.org/script.js',
  heatmap: 'https://www.clarity.ms/tag/abc',
};
const ALL = Object.entries(IDS)
  .map(([service, id]) => `default.${service}=${id}`)
  .join(',');

/** Returns the default site with changes from environment settings. */
function site(environment: Record<string, string> = {}, changes: object = {}) {
  const config = { ...siteSchema.parse({ ...template, ...changes }), name: 'default' };
  return withConsentSettings(config, parseSettings({ AUTH_SECRET: 'x'.repeat(32), ...environment }));
}

const consentOf = (environment: Record<string, string>) => pageConsent(site(environment))!;

describe('the consent settings of a site', () => {
  it('[CONSENT-01] are by default the built-in provider with videos and maps', () => {
    expect(pageConsent(site())).toEqual({
      provider: 'klaro',
      categories: undefined,
      services: { youtube: '', vimeo: '', maps: '' },
    });
  });

  it('[CONSENT-02] enable each of the eleven services by its id or address, and only those', () => {
    const { services } = consentOf({ SITE_SERVICES: ALL });
    expect(Object.keys(services)).toEqual(CONSENT_SERVICES);
    expect(services).toMatchObject(IDS);
    const few = 'default.youtube=off,default.vimeo=off,default.google-analytics=G-ABC1234567';
    expect(Object.keys(consentOf({ SITE_SERVICES: few }).services)).toEqual(['google-analytics', 'maps']);
    const none = 'default.youtube=off,default.vimeo=off,default.maps=off';
    expect(pageConsent(site({ SITE_SERVICES: none }))).toBeUndefined();
  });

  it('[SITE-04] [CONSENT-02] omit maps if the site has none', () => {
    const { services } = pageConsent(site({}, { features: { maps: false } }))!;
    expect(Object.keys(services)).toEqual(['youtube', 'vimeo']);
  });

  it('[CONSENT-02] [TRACK-02] [TRACK-03] include the services of the site’s relays, even without a tag in the page', () => {
    const config = site({}, { features: { measurementApi: true, conversionApi: true } });
    const { services } = pageConsent(config)!;
    expect(services).toEqual({ 'google-analytics': '', youtube: '', vimeo: '', 'meta-pixel': '', maps: '' });
    expect(Object.keys(contentSources(pageConsent(config), config.services))).toEqual(['frame-src']);
    const tagged = { ...config, services: { ...config.services, 'google-analytics': 'G-ABC1234567' } };
    expect(pageConsent(tagged)!.services['google-analytics']).toBe('G-ABC1234567');
  });

  it.each([
    [
      'SITE_SERVICES',
      { SITE_SERVICES: 'default.google-analytics=UA-1' },
      /default\.google-analytics: is an id such as/,
    ],
    ['SITE_SERVICES', { SITE_SERVICES: 'default.tiktok=1' }, /default\.tiktok/],
    ['SITE_SERVICES', { SITE_SERVICES: 'youtube' }, /is not of the form site\.service=id/],
    ['CONSENT_PROVIDER', { CONSENT_PROVIDER: 'nobody' }, /one of "klaro"/],
    ['CONSENT_ID', { CONSENT_PROVIDER: 'cookiebot' }, /is needed for cookiebot/],
    ['CONSENT_ID', { CONSENT_ID: 'abc' }, /has no effect without CONSENT_PROVIDER/],
    ['CONSENT_ID', { CONSENT_PROVIDER: 'klaro', CONSENT_ID: 'abc' }, /has no effect with klaro/],
    ['CONSENT_ID', { CONSENT_PROVIDER: 'cookiebot', CONSENT_ID: '"><script>' }, /is an id as the provider shows it/],
    ['CONSENT_POLICY_ID', { CONSENT_PROVIDER: 'iubenda', CONSENT_ID: '1' }, /is needed for iubenda/],
    ['CONSENT_POLICY_ID', { CONSENT_PROVIDER: 'didomi', CONSENT_ID: '1' }, /is needed for didomi/],
    [
      'CONSENT_POLICY_ID',
      { CONSENT_PROVIDER: 'onetrust', CONSENT_ID: '1', CONSENT_POLICY_ID: '2' },
      /has no effect with onetrust/,
    ],
    ['CONSENT_CATEGORIES', { CONSENT_PROVIDER: 'onetrust', CONSENT_ID: '1', CONSENT_CATEGORIES: 'x=C1' }, /"x=C1"/],
    ['CONSENT_CATEGORIES', { CONSENT_CATEGORIES: 'youtube=C1' }, /has no effect without CONSENT_PROVIDER/],
  ])('[CONSENT-01] [OPS-04] name %s in %j', (setting, environment, message) => {
    expect(() => site(environment)).toThrow(new RegExp(`^${setting}: .*${message.source}`));
  });

  it('[CONSENT-01] name the invalid field of site.ts', () => {
    expect(() => site({}, { consent: { provider: 'cookiebot' } })).toThrow(
      'config/sites/default/site.ts: consent.id: is needed for cookiebot',
    );
  });
});

describe('the categories of providers', () => {
  const external = CONSENT_PROVIDERS.filter((provider) => provider !== 'klaro');

  it.each(external)('[CONSENT-01] every service has a category of %s, or has none and is never granted', (provider) => {
    const mapped = Object.keys(CONSENT_VENDORS[provider].categories);
    expect(mapped).toHaveLength(provider === 'consentmanager' ? 0 : CONSENT_SERVICES.length);
  });

  it('[CONSENT-01] are those of the operator if set, and only for used services', () => {
    const environment = { CONSENT_PROVIDER: 'onetrust', CONSENT_ID: 'abc', SITE_SERVICES: 'default.vimeo=off' };
    const own = { CONSENT_CATEGORIES: 'maps=C0009+C0004' };
    expect(consentOf(environment).categories).toEqual({ youtube: ['C0004'], maps: ['C0003'] });
    expect(consentOf({ ...environment, ...own }).categories).toEqual({ youtube: ['C0004'], maps: ['C0009', 'C0004'] });
  });
});

describe('the sources that pages may use', () => {
  const sources = (environment: Record<string, string>) => {
    const config = site(environment);
    return contentSources(pageConsent(config), config.services);
  };

  it('[CONSENT-02] are by default the frames of videos and maps, and none if these are off', () => {
    expect(sources({})).toEqual({
      'frame-src': ['https://www.youtube-nocookie.com', 'https://player.vimeo.com', 'https://www.openstreetmap.org'],
    });
    expect(sources({ SITE_SERVICES: 'default.youtube=off,default.vimeo=off,default.maps=off' })).toEqual({});
  });

  it('[CONSENT-02] are those of the enabled services, each origin once', () => {
    const all = sources({ SITE_SERVICES: ALL });
    expect(all['script-src']).toEqual([
      'https://www.googletagmanager.com',
      'https://www.google-analytics.com',
      'https://securepubads.g.doubleclick.net',
      'https://pagead2.googlesyndication.com',
      'https://connect.facebook.net',
      'https://measure.example.org',
      'https://www.clarity.ms',
      'https://*.clarity.ms',
    ]);
    expect(all['connect-src']).toContain('https://photon.example.org');
    expect(all['script-src']).not.toContain('https://photon.example.org');
    for (const origins of Object.values(all)) expect(origins.join(' ')).not.toMatch(/unsafe|\*(?!\.)|data:|'/);
  });

  it.each(CONSENT_PROVIDERS.filter((provider) => provider !== 'klaro'))(
    '[CONSENT-01] include the origin of %s, and of its script if that differs',
    (provider) => {
      const environment = {
        CONSENT_PROVIDER: provider,
        CONSENT_ID: 'abc',
        ...(CONSENT_VENDORS[provider].policyId ? { CONSENT_POLICY_ID: '1' } : {}),
      };
      const scripts = sources(environment)['script-src']!;
      expect(scripts.length).toBeGreaterThan(0);
      expect(sources({ ...environment, CONSENT_SCRIPT_URL: 'https://cmp.example.org/x.js' })['script-src']).toEqual([
        ...scripts,
        'https://cmp.example.org',
      ]);
    },
  );
});
