import { createHash } from 'node:crypto';
import { loadSite, SiteError } from '../../../config/sites/load-sites.js';
import type { SiteConfig, Theme } from '../../../config/sites/site.schema.js';
import type { Settings } from '../../settings.js';
import {
  type ConsentEnvironment,
  pageConsent,
  parseServices,
  withConsentSettings,
  contentSources,
} from './site-consent.js';
import {
  type CaptchaEnvironment,
  readCaptchaService,
  readSocialSettings,
  type SocialEnvironment,
  type SocialSettings,
  paymentOrigins,
  type StripeEnvironment,
} from '../../common/service-settings.js';
import { publicSite, type Site, SiteRegistry, socialProviders, loadSiteAssets } from './site-registry.js';

type RegistrySettings = Pick<Settings, 'NODE_ENV' | 'SITE' | 'SITES' | 'SITE_FLAGS' | 'AUTH_BASE_PATH'> &
  SocialEnvironment &
  CaptchaEnvironment &
  ConsentEnvironment &
  StripeEnvironment;

/** Loads all sites named in `SITE` and `SITES`, with feature changes from `SITE_FLAGS`. @throws SiteError */
export async function loadRegistry(settings: RegistrySettings): Promise<SiteRegistry> {
  const names = [...new Set([settings.SITE, ...settings.SITES.values()])];
  for (const [setting, given] of [
    ['SITE_FLAGS', settings.SITE_FLAGS],
    ['SITE_SERVICES', parseServices(settings.SITE_SERVICES)],
  ] as const) {
    const unknown = [...given.keys()].find((name) => !names.includes(name));
    if (unknown) throw new SiteError(`${setting}: no site "${unknown}" is served; there are: ${names.join(', ')}`);
  }
  const setUp = readSocialSettings(settings);
  const read = async (name: string) => [name, await readSite(name, settings, setUp)] as const;
  const sites = new Map(await Promise.all(names.map(read)));
  const site = (name: string): Site => sites.get(name)!;
  return new SiteRegistry(site(settings.SITE), new Map([...settings.SITES].map(([host, name]) => [host, site(name)])));
}

async function readSite(name: string, settings: RegistrySettings, setUp: readonly SocialSettings[]): Promise<Site> {
  const flagged = withFlags(await loadSite(name), settings.SITE_FLAGS.get(name) ?? {});
  const config = withConsentSettings(flagged, settings);
  const assets = await loadSiteAssets(config);
  const css = themeCss(config.theme, assets.paths.font);
  const themeHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  const social = socialProviders(config, setUp);
  const providers = social.map(({ provider }) => provider);
  const formTargets = [...new Set(social.map(({ authorizationUrl }) => new URL(authorizationUrl).origin))];
  // Facebook redirects phones to another host.
  if (providers.includes('facebook')) formTargets.push('https://m.facebook.com');
  if (config.commerce.selfService) formTargets.push(...paymentOrigins(settings));
  const captcha = readCaptchaService(settings);
  return {
    config,
    assets,
    public: publicSite(config, assets, {
      authPath: settings.AUTH_BASE_PATH,
      providers,
      captcha: captcha?.widget,
      isProduction: settings.NODE_ENV === 'production',
    }),
    themeCss: css,
    formTargets,
    captchaSources: captcha?.sources ?? [],
    serviceSources: contentSources(pageConsent(config), config.services),
    themeHash,
  };
}

function withFlags(config: SiteConfig, flags: Readonly<Record<string, boolean>>): SiteConfig {
  const unknown = Object.keys(flags).find((flag) => !Object.hasOwn(config.features, flag));
  if (unknown) {
    const known = Object.keys(config.features).join(', ');
    throw new SiteError(`SITE_FLAGS: there is no feature "${unknown}"; there are: ${known}`);
  }
  return { ...config, features: consistent({ ...config.features, ...flags }) };
}

/** Resumes belong to applicants, so they require the feature for applicants. */
function consistent(features: SiteConfig['features']): SiteConfig['features'] {
  const resume = features.resume && features.applicant;
  return { ...features, resume, resumeImport: features.resumeImport && resume };
}

/** Converts a theme to CSS custom properties and the font faces of its display font, on which `client/styles` is based (SITE-05). */
function themeCss(theme: Theme, fontUrl: string): string {
  const { font, radius } = theme;
  const family = (name: string) => `"${name}"`;
  const locals = font.fallback.local.map((name) => `local(${family(name)})`).join(',');
  // `optional`: a font that loads after the text is used only on the next page, because even size-adjusted fallbacks would shift some
  // lines.
  const faces =
    `@font-face{font-family:${family(font.family)};src:url(${fontUrl}) format("woff2");font-weight:${font.weights};font-display:optional}` +
    `@font-face{font-family:${family(font.fallback.family)};src:${locals};size-adjust:${font.fallback.sizeAdjust}%;` +
    `ascent-override:${font.fallback.ascent}%;descent-override:${font.fallback.descent}%;line-gap-override:${font.fallback.lineGap}%}`;
  const fixed =
    `--font-display:${family(font.family)},${family(font.fallback.family)},system-ui,sans-serif;` +
    `--radius-small:${radius.small}px;--radius-medium:${radius.medium}px;--radius-large:${radius.large}px;` +
    `--heading-weight:${theme.headingWeight};--heading-tracking:${theme.headingTracking};`;
  const scheme = theme.dark ? 'light dark' : 'light';
  const light = `:root{color-scheme:${scheme};${fixed}${colours(theme.light)}}`;
  const dark = theme.dark ? `@media (prefers-color-scheme:dark){:root{${colours(theme.dark)}}}` : '';
  return faces + light + dark;
}

function colours(palette: Theme['light']): string {
  return Object.entries(palette)
    .map(([role, value]) => `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
    .join('');
}
