import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { SocialProvider } from '#contract/accounts/social-providers.js';
import { EMBEDDED_SERVICES, type ConsentService } from '#contract/consent/consent-services.js';
import type { SiteConfig } from '../../../config/sites/site.schema.js';
import { ofHost } from '../../common/origin.js';
import type { SocialSettings } from '../../common/service-settings.js';
import { siteFolder } from '../../../config/sites/load-sites.js';
import { pageConsent, usedServices, type ContentSources } from './site-consent.js';

const CONTENT_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Images that the build generates from the icon (`scripts/build-steps/site-pictures.mjs`); without a build the icon itself is used. */
const MADE = {
  icon192: 'icon-192.png',
  icon512: 'icon-512.png',
  maskable: 'icon-maskable-512.png',
  touch: 'apple-touch-icon.png',
};

const FAVICON = 'favicon.ico';
const require = createRequire(import.meta.url);

/** A site, as loaded by the running process. */
export interface Site {
  config: SiteConfig;
  assets: SiteAssets;
  public: PublicSite;
  /** The theme's custom properties and font faces, inlined into every page. */
  themeCss: string;
  /** Allowed form targets besides the site itself: the providers with which people sign in. */
  formTargets: readonly string[];
  /** Sources of the captcha service's widget, for pages that contain it; empty if the product's own captchas are used. */
  captchaSources: readonly string[];
  /** Sources of the services that require consent. */
  serviceSources: ContentSources;
  /** `sha256-…` of `themeCss`, for the page's content security policy. */
  themeHash: string;
}

/** Maps hosts to sites (SITE-06). */
export class SiteRegistry {
  constructor(
    readonly fallback: Site,
    private readonly byHost: ReadonlyMap<string, Site>,
  ) {}

  /** @param host the Host header: a name, with or without a port; unknown hosts get the default site */
  forHost(host: string | undefined): Site {
    return ofHost(host, this.byHost) ?? this.fallback;
  }

  all(): Site[] {
    return [...new Set([this.fallback, ...this.byHost.values()])];
  }
}

/** @returns the configured providers with which people may sign in to this site */
export function socialProviders(
  { features, socialLogin }: SiteConfig,
  setUp: readonly SocialSettings[],
): SocialSettings[] {
  if (!features.socialLogin) return [];
  const wanted = socialLogin.order.filter((provider) => socialLogin[provider]);
  return [...new Set(wanted)].flatMap((name) => setUp.filter(({ provider }) => provider === name));
}

/**
 * @param isProduction tags in the browser are used only in production
 * @returns undefined if nothing is measured
 */
function pageMeasurement(
  { name, features, measurement, services }: SiteConfig,
  isProduction: boolean,
): PublicSite['measurement'] {
  const client = features.measurement && isProduction;
  if (!client && !features.measurementApi && !features.conversionApi) return undefined;
  const { serverEvents, conversionEvents, minimumVisitSeconds, heartbeatSeconds } = measurement;
  return {
    client,
    gtag: Boolean(services['google-analytics']),
    server: features.measurementApi ? serverEvents : [],
    conversions: features.conversionApi ? conversionEvents : [],
    frontend: name,
    minimumVisitSeconds,
    heartbeatSeconds,
  };
}

/** @returns the part of the configuration that pages and browsers may see */
export function publicSite(
  config: SiteConfig,
  assets: SiteAssets,
  {
    authPath,
    providers,
    captcha,
    isProduction,
  }: {
    authPath: string;
    providers: readonly SocialProvider[];
    captcha: PublicSite['captcha'];
    isProduction: boolean;
  },
): PublicSite {
  return {
    name: config.name,
    title: config.title,
    contactEmail: config.contactEmail,
    authPath,
    locales: config.locales,
    routeNames: config.routes.names,
    countries: config.countries,
    timeZone: config.timeZone,
    search: config.search,
    teasers: config.teasers,
    map: config.map,
    logo: {
      svg: assets.logoSvg,
      showsTitle: config.logo.showsTitle,
      href: config.logo.href,
      exceptPaths: config.logo.exceptPaths,
    },
    illustration: assets.illustrationSvg,
    newsFirst: config.newsFirst,
    currencyPosition: config.currencyPosition,
    sharing: config.sharing,
    features: config.features,
    jobForm: { types: config.jobForm.types },
    resumeForm: { salutation: config.resumeForm.salutation },
    commerce: publicCommerce(config),
    socialLogin: { providers, colouredIcons: config.socialLogin.colouredIcons },
    captcha,
    consent: pageConsent(config),
    asksForConsent: asksForConsent(config),
    embeds: { youtube: config.services.youtube, vimeo: config.services.vimeo, maps: config.services.maps },
    geocoder: config.services.geocoding,
    measurement: pageMeasurement(config, isProduction),
    creationSource: config.measurement.creationSource,
    assets: assets.paths,
  };
}

/** Without the seller, which only invoices name. */
function publicCommerce({ commerce, currencies }: SiteConfig): PublicSite['commerce'] {
  const { publishing, selfService, refundHours } = commerce;
  return { publishing, selfService, refundHours, currencies };
}

/** Whether visitors see a consent prompt on arrival: services that ask in place, such as videos, do not need it. */
function asksForConsent(config: SiteConfig): boolean {
  const isAskedInPlace = (service: ConsentService): boolean =>
    config.consent.provider === 'klaro' && EMBEDDED_SERVICES.includes(service);
  return usedServices(config).some((service) => !isAskedInPlace(service));
}

interface SiteAsset {
  contentType: string;
  body: Buffer;
}

/** A site's own files, read once at startup. */
interface SiteAssets {
  /** Files by path; each path contains a hash of the content and may be cached forever. */
  byPath: ReadonlyMap<string, SiteAsset>;
  paths: PublicSite['assets'];
  logoSvg: string;
  illustrationSvg: string;
  favicon: SiteAsset;
}

/** @throws if a file named by the site does not exist */
export async function loadSiteAssets(site: SiteConfig): Promise<SiteAssets> {
  const folder = siteFolder(site.name);
  const byPath = new Map<string, SiteAsset>();
  const publish = (name: string, body: Buffer): string => {
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
    const path = `/site-assets/${hash}/${name.slice(name.lastIndexOf('/') + 1)}`;
    byPath.set(path, { contentType: typeOf(name), body });
    return path;
  };
  const icon = await readFile(join(folder, site.icon));
  const iconPath = publish(site.icon, icon);
  const made = async (name: string) =>
    existsSync(join(folder, name)) ? publish(name, await readFile(join(folder, name))) : iconPath;
  const favicon = existsSync(join(folder, FAVICON)) ? FAVICON : site.icon;
  return {
    byPath,
    paths: {
      font: publish(site.theme.font.file, await readFile(require.resolve(site.theme.font.file))),
      icon: iconPath,
      icon192: await made(MADE.icon192),
      icon512: await made(MADE.icon512),
      maskable: await made(MADE.maskable),
      touch: await made(MADE.touch),
      ogImage: await made(site.ogImage),
    },
    logoSvg: (await readFile(join(folder, site.logo.file), 'utf8')).trim(),
    illustrationSvg: (await readFile(join(folder, site.illustration), 'utf8')).trim(),
    favicon: { contentType: typeOf(favicon), body: await readFile(join(folder, favicon)) },
  };
}

function typeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
