import type { SiteConfig } from '../../../config/sites/site.schema.js';
import { ofHost } from '../../common/origin.js';
import type { SocialSettings } from '../../common/social-settings.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { SocialProvider } from '#contract/accounts/social-providers.js';
import { EMBEDDED_SERVICES, type ConsentService } from '#contract/consent/consent-services.js';
import type { ContentSources } from './content-sources.js';
import type { SiteAssets } from './site-assets.js';
import { pageConsent, usedServices } from './site-consent.js';

/** A site as the running process knows it. */
export interface Site {
  config: SiteConfig;
  assets: SiteAssets;
  public: PublicSite;
  /** The theme's custom properties and faces, inlined into every page. */
  themeCss: string;
  /** Where its forms lead besides to itself: to the services that people log in with. */
  formTargets: readonly string[];
  /** What the widget of a captcha service loads, for pages that have it; empty where the product has captchas of its own. */
  captchaSources: readonly string[];
  /** What the services that it uses with consent load from. */
  serviceSources: ContentSources;
  /** `sha256-…` of `themeCss`, for the page's content security policy. */
  themeHash: string;
}

/** Host → site (SITE-06). */
export class SiteRegistry {
  constructor(
    readonly fallback: Site,
    private readonly byHost: ReadonlyMap<string, Site>,
  ) {}

  /** @param host the Host header: a name, with its port or without; an unknown one gets the default site */
  forHost(host: string | undefined): Site {
    return ofHost(host, this.byHost) ?? this.fallback;
  }

  all(): Site[] {
    return [...new Set([this.fallback, ...this.byHost.values()])];
  }
}

/** @returns those of the services that are set up with which people may log in here */
export function socialProviders(
  { features, socialLogin }: SiteConfig,
  setUp: readonly SocialSettings[],
): SocialSettings[] {
  if (!features.socialLogin) return [];
  const wanted = socialLogin.order.filter((provider) => socialLogin[provider]);
  return [...new Set(wanted)].flatMap((name) => setUp.filter(({ provider }) => provider === name));
}

/**
 * @param isProduction tests and development are not measured by tags in the browser
 * @returns undefined where nothing is measured
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

/** @returns the part of a configuration that pages and browsers see */
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

/** Without the seller, whom only invoices name. */
function publicCommerce({ commerce, currencies }: SiteConfig): PublicSite['commerce'] {
  const { publishing, selfService, refundHours } = commerce;
  return { publishing, selfService, refundHours, currencies };
}

/** Whether visitors are asked on arrival: not for what is asked about where it stands in a page, such as videos. */
function asksForConsent(config: SiteConfig): boolean {
  const isAskedInPlace = (service: ConsentService): boolean =>
    config.consent.provider === 'klaro' && EMBEDDED_SERVICES.includes(service);
  return usedServices(config).some((service) => !isAskedInPlace(service));
}
