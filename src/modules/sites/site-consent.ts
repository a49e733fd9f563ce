import {
  CONSENT_SERVICES,
  type ConsentService,
  EMBEDDED_SERVICES,
  RELAYED_SERVICES,
} from '#contract/consent/consent-services.js';
import { type PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_VENDORS } from '#contract/generated/consent-vendors.js';
import { SiteError } from '../../../config/sites/load-sites.js';
import { type SiteConsent, siteConsent, siteServices } from '../../../config/sites/site-services.js';
import type { SiteConfig } from '../../../config/sites/site.schema.js';
import type { Settings } from '../../settings.js';

const GOOGLE_TAGS = 'https://www.googletagmanager.com';
const GOOGLE_ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', GOOGLE_TAGS];

/** Sources that the tags of services use besides their configured URL. */
const SERVICE_SOURCES: Readonly<Partial<Record<ConsentService, ContentSources>>> = {
  'google-tag-manager': { 'script-src': [GOOGLE_TAGS], 'connect-src': [GOOGLE_TAGS], 'img-src': [GOOGLE_TAGS] },
  'google-analytics': { 'script-src': [GOOGLE_TAGS], 'connect-src': GOOGLE_ANALYTICS, 'img-src': GOOGLE_ANALYTICS },
  'google-analytics-legacy': {
    'script-src': ['https://www.google-analytics.com'],
    'connect-src': ['https://www.google-analytics.com', 'https://stats.g.doubleclick.net'],
    'img-src': ['https://www.google-analytics.com'],
  },
  'google-ad-manager': {
    'script-src': ['https://securepubads.g.doubleclick.net', 'https://pagead2.googlesyndication.com'],
    'connect-src': ['https://securepubads.g.doubleclick.net', 'https://pagead2.googlesyndication.com'],
    'img-src': ['https://securepubads.g.doubleclick.net', 'https://pagead2.googlesyndication.com'],
    'frame-src': ['https://securepubads.g.doubleclick.net', 'https://*.safeframe.googlesyndication.com'],
  },
  'meta-pixel': {
    'script-src': ['https://connect.facebook.net'],
    'connect-src': ['https://www.facebook.com'],
    'img-src': ['https://www.facebook.com'],
  },
};

/** Directives that need the host of a service whose URL is configured. */
const SCRIPT: readonly SourceDirective[] = ['script-src', 'connect-src', 'img-src'];

const ADDRESS_DIRECTIVES: Readonly<Partial<Record<ConsentService, readonly SourceDirective[]>>> = {
  geocoding: ['connect-src'],
  'audience-measurement': SCRIPT,
  heatmap: SCRIPT,
};

/** Heatmap services whose script and data use different hosts. */
const HEATMAP_HOSTS: readonly (readonly [script: string, sources: ContentSources])[] = [
  [
    'https://www.clarity.ms',
    {
      'script-src': ['https://*.clarity.ms'],
      'connect-src': ['https://*.clarity.ms'],
      'img-src': ['https://*.clarity.ms', 'https://c.bing.com'],
    },
  ],
  [
    'https://static.hotjar.com',
    {
      'script-src': ['https://*.hotjar.com'],
      'connect-src': ['https://*.hotjar.com', 'https://*.hotjar.io', 'wss://*.hotjar.com'],
      'img-src': ['https://*.hotjar.com'],
    },
  ],
];

/** Captcha providers whose script opens a dialog of its own. */
const own = (...hosts: readonly string[]): ContentSources => ({
  'script-src': hosts,
  'connect-src': hosts,
  'img-src': hosts,
  'frame-src': hosts,
  'style-src': hosts,
  'font-src': hosts,
});

export type ConsentEnvironment = Pick<Settings, Extract<keyof Settings, `CONSENT_${string}`> | 'SITE_SERVICES'>;

/** Environment setting of each field of `consent`. */
const SETTING_NAMES: Readonly<Record<keyof SiteConsent, string>> = {
  provider: 'CONSENT_PROVIDER',
  id: 'CONSENT_ID',
  policyId: 'CONSENT_POLICY_ID',
  scriptUrl: 'CONSENT_SCRIPT_URL',
  categories: 'CONSENT_CATEGORIES',
};

/**
 * Applies the environment settings to a site's services and its consent provider.
 * @throws SiteError naming the invalid setting, or the invalid field of `site.ts`
 */
export function withConsentSettings(config: SiteConfig, settings: ConsentEnvironment): SiteConfig {
  const { services: written } = config;
  const changes = parseServices(settings.SITE_SERVICES).get(config.name);
  const merged = siteServices.safeParse({ ...written, ...changes });
  if (!merged.success) {
    const [issue] = merged.error.issues;
    const name = issue!.path[0] ?? Object.keys(changes ?? {}).find((each) => !(each in siteServices.shape));
    throw new SiteError(`SITE_SERVICES: ${config.name}.${String(name)}: ${issue!.message}`);
  }
  const services = config.features.maps ? merged.data : { ...merged.data, maps: null };
  return { ...config, services, consent: consentOf(config, settings) };
}

/** With `CONSENT_PROVIDER` the environment replaces the whole configuration, because ids of another provider would be useless. */
function consentOf(config: SiteConfig, settings: ConsentEnvironment): SiteConsent {
  const { CONSENT_PROVIDER: provider } = settings;
  const entries = [
    ['id', settings.CONSENT_ID],
    ['policyId', settings.CONSENT_POLICY_ID],
    ['scriptUrl', settings.CONSENT_SCRIPT_URL],
    ['categories', parseCategories(settings.CONSENT_CATEGORIES)],
  ] as const;
  const given = entries.filter(([, value]) => value !== undefined);
  if (provider === undefined && given[0])
    throw new SiteError(`${SETTING_NAMES[given[0][0]]}: has no effect without CONSENT_PROVIDER`);
  if (provider === undefined)
    return checked(config.consent, (field) => `config/sites/${config.name}/site.ts: consent.${field}`);
  const read = siteConsent.safeParse({ provider, ...Object.fromEntries(given) });
  if (read.success) return checked(read.data, (field) => SETTING_NAMES[field]);
  const [issue] = read.error.issues;
  throw new SiteError(`${SETTING_NAMES[issue!.path[0] as keyof SiteConsent]}: ${issue!.message}`);
}

/** @throws SiteError if a field is missing, or has no effect */
function checked(consent: SiteConsent, nameOf: (field: keyof SiteConsent) => string): SiteConsent {
  const { provider, id, policyId, scriptUrl, categories } = consent;
  const isExternal = provider !== 'klaro';
  const wantsPolicy = isExternal && CONSENT_VENDORS[provider].policyId !== undefined;
  const missing = (isExternal && id === undefined && 'id') || (wantsPolicy && policyId === undefined && 'policyId');
  if (missing) throw new SiteError(`${nameOf(missing)}: is needed for ${provider}`);
  const unused =
    (!wantsPolicy && policyId !== undefined && 'policyId') ||
    (!isExternal &&
      ((id !== undefined && 'id') ||
        (scriptUrl !== undefined && 'scriptUrl') ||
        (Object.keys(categories).length > 0 && 'categories')));
  if (unused) throw new SiteError(`${nameOf(unused)}: has no effect with ${provider}`);
  return consent;
}

/** @returns the consent configuration for page scripts; undefined if the site uses no service */
export function pageConsent(config: SiteUses & Pick<SiteConfig, 'consent'>): PageConsent | undefined {
  const { services, consent } = config;
  const used = usedServices(config);
  if (used.length === 0) return undefined;
  const { provider, categories: own, ...ids } = consent;
  const values = used.map((service) => [service, EMBEDDED_SERVICES.includes(service) ? '' : (services[service] ?? '')]);
  const page: PageConsent = { provider, ...ids, services: Object.fromEntries(values) as PageConsent['services'] };
  if (provider === 'klaro') return page;
  const mapped = used.flatMap((service) => {
    const categories = own[service] ?? CONSENT_VENDORS[provider].categories[service];
    return categories ? [[service, categories] as const] : [];
  });
  return { ...page, categories: Object.fromEntries(mapped) };
}

type SiteUses = Pick<SiteConfig, 'services' | 'features'>;

/** Services that have an id or URL, or that a relay of the site needs consent for, in the fixed order of all services. */
export function usedServices({ services, features }: SiteUses): ConsentService[] {
  const relayed: ConsentService[] = [];
  if (features.measurementApi) relayed.push(RELAYED_SERVICES.measurementApi);
  if (features.conversionApi) relayed.push(RELAYED_SERVICES.conversionApi);
  const isSetUp = (service: ConsentService) => services[service] !== undefined && services[service] !== null;
  return CONSENT_SERVICES.filter((service) => relayed.includes(service) || isSetUp(service));
}

/** Parses settings such as `default.youtube=off,default.google-analytics=G-ABC1234567`; returns services by site. @throws SiteError */
export function parseServices(text: string): Map<string, Partial<Record<string, string | null>>> {
  const bySite = new Map<string, Partial<Record<string, string | null>>>();
  for (const part of partsOf(text)) {
    const [, site, service, value] = /^([a-z][a-z0-9-]*)\.([a-z][a-z-]*)=(\S+)$/.exec(part) ?? [];
    if (!site || !service || !value)
      throw new SiteError(`SITE_SERVICES: "${part}" is not of the form site.service=id or site.service=off`);
    const off = EMBEDDED_SERVICES.some((each) => each === service) ? null : undefined;
    bySite.set(site, { ...bySite.get(site), [service]: value === 'off' ? off : value });
  }
  return bySite;
}

/** @returns undefined if there are none. @throws SiteError */
function parseCategories(text: string): SiteConsent['categories'] | undefined {
  const parts = partsOf(text);
  if (parts.length === 0) return undefined;
  const categories = parts.map((part) => {
    const [, service = '', names = ''] = /^([a-z-]+)=([\w+.:-]+)$/.exec(part) ?? [];
    const known = CONSENT_SERVICES.find((each) => each === service);
    if (!known) throw new SiteError(`CONSENT_CATEGORIES: "${part}" is not of the form service=category+category`);
    return [known, names.split('+').filter(Boolean)] as const;
  });
  return Object.fromEntries(categories);
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Directives of a content security policy that restrict where pages load resources from. */
export type SourceDirective = 'script-src' | 'connect-src' | 'img-src' | 'frame-src' | 'style-src' | 'font-src';

/** Additional sources by directive. */
export type ContentSources = Readonly<Partial<Record<SourceDirective, readonly string[]>>>;

/** Returns the sources that pages of a site use besides the site itself. @param addresses URLs of embedded services: players, maps */
export function contentSources(
  consent: PageConsent | undefined,
  addresses: Readonly<Partial<Record<ConsentService, string | null>>>,
): ContentSources {
  if (!consent) return {};
  const used = CONSENT_SERVICES.filter((service) => consent.services[service] !== undefined);
  const ofServices = used.flatMap((service) => [
    // Used only by the server, so pages need no source for it.
    (consent.services[service] && SERVICE_SOURCES[service]) || {},
    ofAddress(service, addresses[service]),
  ]);
  return merged([...ofServices, ofProvider(consent)]);
}

function ofAddress(service: ConsentService, address: string | null | undefined): ContentSources {
  if (!address || !URL.canParse(address)) return {};
  const { origin } = new URL(address);
  if (EMBEDDED_SERVICES.includes(service)) return { 'frame-src': [origin] };
  const directives = ADDRESS_DIRECTIVES[service] ?? [];
  const known = service === 'heatmap' ? HEATMAP_HOSTS.find(([script]) => script === origin)?.[1] : undefined;
  return merged([Object.fromEntries(directives.map((directive) => [directive, [origin]])), known ?? {}]);
}

function ofProvider({ provider, scriptUrl }: PageConsent): ContentSources {
  if (provider === 'klaro') return {};
  return own(...CONSENT_VENDORS[provider].origins, ...(scriptUrl ? [new URL(scriptUrl).origin] : []));
}

function merged(all: readonly ContentSources[]): ContentSources {
  const byDirective = new Map<SourceDirective, Set<string>>();
  for (const sources of all)
    for (const [directive, added] of Object.entries(sources) as [SourceDirective, readonly string[]][])
      byDirective.set(directive, new Set([...(byDirective.get(directive) ?? []), ...added]));
  return Object.fromEntries([...byDirective].map(([directive, added]) => [directive, [...added]]));
}
