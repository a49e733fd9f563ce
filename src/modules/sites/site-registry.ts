import type { SiteConfig } from '../../../config/sites/site.schema.js';
import type { PublicSite } from '../../contract/public-site.js';
import type { SiteAssets } from './site-assets.js';

/** A site as the running process knows it. */
export interface Site {
  config: SiteConfig;
  assets: SiteAssets;
  public: PublicSite;
  /** The theme's custom properties and faces, inlined into every page. */
  themeCss: string;
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
    const name = (host ?? '').toLowerCase();
    return this.byHost.get(name) ?? this.byHost.get(name.replace(/:\d+$/, '')) ?? this.fallback;
  }

  all(): Site[] {
    return [...new Set([this.fallback, ...this.byHost.values()])];
  }
}

/** @returns the part of a configuration that pages and browsers see */
export function publicSite(config: SiteConfig, assets: SiteAssets): PublicSite {
  return {
    name: config.name,
    title: config.title,
    contactEmail: config.contactEmail,
    locales: config.locales,
    countries: config.countries,
    search: config.search,
    logo: {
      svg: assets.logoSvg,
      showsTitle: config.logo.showsTitle,
      href: config.logo.href,
      exceptPaths: config.logo.exceptPaths,
    },
    illustration: assets.illustrationSvg,
    currencyPosition: config.currencyPosition,
    sharing: config.sharing,
    features: config.features,
    assets: assets.paths,
  };
}
