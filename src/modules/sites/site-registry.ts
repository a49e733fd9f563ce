import type { SiteConfig } from '../../../config/sites/site.schema.js';
import { ofHost } from '../../common/origin.js';
import type { SocialSettings } from '../../common/social-settings.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { SocialProvider } from '#contract/accounts/social-providers.js';
import { EMBEDDED_SERVICES, type ConsentService } from '#contract/consent/consent-services.js';
import type { ContentSources } from './content-sources.js';
import type { SiteAssets } from './site-assets.js';
import { pageConsent, usedServices } from './site-consent.js';

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
  { name, features, measurement }: SiteConfig,
  isProduction: boolean,
): PublicSite['measurement'] {
  const client = features.measurement && isProduction;
  if (!client && !features.measurementApi && !features.conversionApi) return undefined;
  const { serverEvents, conversionEvents, minimumVisitSeconds, heartbeatSeconds } = measurement;
  return {
    client,
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
