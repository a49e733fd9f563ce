import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { siteFolder } from '../../../config/sites/load-sites.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { SiteConfig } from '../../../config/sites/site.schema.js';

export interface SiteAsset {
  contentType: string;
  body: Buffer;
}

/** A site's own files, read once at startup. */
export interface SiteAssets {
  /** Files by path; each path contains a hash of the content and may be cached forever. */
  byPath: ReadonlyMap<string, SiteAsset>;
  paths: PublicSite['assets'];
  logoSvg: string;
  illustrationSvg: string;
  favicon: SiteAsset;
}

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
