import { createHash } from 'node:crypto';
import { loadSite, SiteError } from '../../../config/sites/load-sites.js';
import type { SiteConfig } from '../../../config/sites/site.schema.js';
import type { Settings } from '../../settings.js';
import { loadSiteAssets } from './site-assets.js';
import { readSocialSettings, type SocialEnvironment, type SocialSettings } from '../../common/social-settings.js';
import { publicSite, type Site, SiteRegistry, socialProviders } from './site-registry.js';
import { themeCss } from './theme-css.js';

type RegistrySettings = Pick<Settings, 'SITE' | 'SITES' | 'SITE_FLAGS'> & SocialEnvironment;

/** Reads every site that `SITE` and `SITES` name, with the features that `SITE_FLAGS` changes. @throws SiteError */
export async function loadRegistry(settings: RegistrySettings): Promise<SiteRegistry> {
  const names = [...new Set([settings.SITE, ...settings.SITES.values()])];
  const stranger = [...settings.SITE_FLAGS.keys()].find((name) => !names.includes(name));
  if (stranger) throw new SiteError(`SITE_FLAGS: no site "${stranger}" is served; there are: ${names.join(', ')}`);
  const setUp = readSocialSettings(settings);
  const read = async (name: string) =>
    [name, await readSite(name, settings.SITE_FLAGS.get(name) ?? {}, setUp)] as const;
  const sites = new Map(await Promise.all(names.map(read)));
  const site = (name: string): Site => sites.get(name)!;
  return new SiteRegistry(site(settings.SITE), new Map([...settings.SITES].map(([host, name]) => [host, site(name)])));
}

async function readSite(
  name: string,
  flags: Readonly<Record<string, boolean>>,
  setUp: readonly SocialSettings[],
): Promise<Site> {
  const config = withFlags(await loadSite(name), flags);
  const assets = await loadSiteAssets(config);
  const css = themeCss(config.theme, assets.paths.font);
  const themeHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  const social = socialProviders(config, setUp);
  const providers = social.map(({ provider }) => provider);
  const formTargets = [...new Set(social.map(({ authorizationUrl }) => new URL(authorizationUrl).origin))];
  // Facebook leads phones on to another host of its own.
  if (providers.includes('facebook')) formTargets.push('https://m.facebook.com');
  return { config, assets, public: publicSite(config, assets, providers), themeCss: css, formTargets, themeHash };
}

function withFlags(config: SiteConfig, flags: Readonly<Record<string, boolean>>): SiteConfig {
  const unknown = Object.keys(flags).find((flag) => !Object.hasOwn(config.features, flag));
  if (unknown) {
    const known = Object.keys(config.features).join(', ');
    throw new SiteError(`SITE_FLAGS: there is no feature "${unknown}"; there are: ${known}`);
  }
  return { ...config, features: { ...config.features, ...flags } };
}
