import type { PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_SERVICES, type ConsentService, EMBEDDED_SERVICES } from '#contract/consent/consent-services.js';
import { CONSENT_VENDORS } from '#contract/generated/consent-vendors.js';

/** Directives of a content security policy that restrict where pages load resources from. */
export type SourceDirective = 'script-src' | 'connect-src' | 'img-src' | 'frame-src' | 'style-src' | 'font-src';
/** Additional sources by directive. */
export type ContentSources = Readonly<Partial<Record<SourceDirective, readonly string[]>>>;

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
