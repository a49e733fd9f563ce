import { createHash } from 'node:crypto';
import { loadSite } from '../../../config/sites/load-sites.js';
import type { Settings } from '../../settings.js';
import { loadSiteAssets } from './site-assets.js';
import { publicSite, type Site, SiteRegistry } from './site-registry.js';
import { themeCss } from './theme-css.js';

/** Reads every site that `SITE` and `SITES` name. @throws SiteError */
export async function loadRegistry(settings: Pick<Settings, 'SITE' | 'SITES'>): Promise<SiteRegistry> {
  const names = [...new Set([settings.SITE, ...settings.SITES.values()])];
  const sites = new Map(await Promise.all(names.map(async (name) => [name, await readSite(name)] as const)));
  const site = (name: string): Site => sites.get(name)!;
  return new SiteRegistry(site(settings.SITE), new Map([...settings.SITES].map(([host, name]) => [host, site(name)])));
}

async function readSite(name: string): Promise<Site> {
  const config = await loadSite(name);
  const assets = await loadSiteAssets(config);
  const css = themeCss(config.theme, assets.paths.font);
  const themeHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  return { config, assets, public: publicSite(config, assets), themeCss: css, themeHash };
}
