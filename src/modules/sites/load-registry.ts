import { createHash } from 'node:crypto';
import { loadSite, SiteError } from '../../../config/sites/load-sites.js';
import type { SiteConfig } from '../../../config/sites/site.schema.js';
import type { Settings } from '../../settings.js';
import { loadSiteAssets } from './site-assets.js';
import { publicSite, type Site, SiteRegistry } from './site-registry.js';
import { themeCss } from './theme-css.js';

/** Reads every site that `SITE` and `SITES` name, with the features that `SITE_FLAGS` changes. @throws SiteError */
export async function loadRegistry(settings: Pick<Settings, 'SITE' | 'SITES' | 'SITE_FLAGS'>): Promise<SiteRegistry> {
  const names = [...new Set([settings.SITE, ...settings.SITES.values()])];
  const stranger = [...settings.SITE_FLAGS.keys()].find((name) => !names.includes(name));
  if (stranger) throw new SiteError(`SITE_FLAGS: no site "${stranger}" is served; there are: ${names.join(', ')}`);
  const read = async (name: string) => [name, await readSite(name, settings.SITE_FLAGS.get(name) ?? {})] as const;
  const sites = new Map(await Promise.all(names.map(read)));
  const site = (name: string): Site => sites.get(name)!;
  return new SiteRegistry(site(settings.SITE), new Map([...settings.SITES].map(([host, name]) => [host, site(name)])));
}

async function readSite(name: string, flags: Readonly<Record<string, boolean>>): Promise<Site> {
  const config = withFlags(await loadSite(name), flags);
  const assets = await loadSiteAssets(config);
  const css = themeCss(config.theme, assets.paths.font);
  const themeHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  return { config, assets, public: publicSite(config, assets), themeCss: css, themeHash };
}

function withFlags(config: SiteConfig, flags: Readonly<Record<string, boolean>>): SiteConfig {
  const unknown = Object.keys(flags).find((flag) => !Object.hasOwn(config.features, flag));
  if (unknown) {
    const known = Object.keys(config.features).join(', ');
    throw new SiteError(`SITE_FLAGS: there is no feature "${unknown}"; there are: ${known}`);
  }
  return { ...config, features: { ...config.features, ...flags } };
}
