import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { siteFolder } from '../../../config/sites/load-sites.js';
import type { SiteConfig } from '../../../config/sites/site.schema.js';

export interface SiteAsset {
  contentType: string;
  body: Buffer;
}

/** A site's own files, read once at start. */
export interface SiteAssets {
  /** By path; each path holds a hash of the content and may be cached for ever. */
  byPath: ReadonlyMap<string, SiteAsset>;
  paths: { font: string; icon: string; ogImage: string };
  logoSvg: string;
  illustrationSvg: string;
  iconSvg: Buffer;
}

const CONTENT_TYPES: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', woff2: 'font/woff2' };
const require = createRequire(import.meta.url);

/** @throws when a file that the site names is not there */
export async function loadSiteAssets(site: SiteConfig): Promise<SiteAssets> {
  const folder = siteFolder(site.name);
  const byPath = new Map<string, SiteAsset>();
  const publish = (name: string, body: Buffer): string => {
    const extension = name.slice(name.lastIndexOf('.') + 1);
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
    const path = `/site-assets/${hash}/${name.slice(name.lastIndexOf('/') + 1)}`;
    byPath.set(path, { contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream', body });
    return path;
  };
  const icon = await readFile(join(folder, site.icon));
  const iconPath = publish(site.icon, icon);
  const ogFile = join(folder, site.ogImage);
  return {
    byPath,
    paths: {
      font: publish(site.theme.font.file, await readFile(require.resolve(site.theme.font.file))),
      icon: iconPath,
      ogImage: existsSync(ogFile) ? publish(site.ogImage, await readFile(ogFile)) : iconPath,
    },
    logoSvg: (await readFile(join(folder, site.logo.file), 'utf8')).trim(),
    illustrationSvg: (await readFile(join(folder, site.illustration), 'utf8')).trim(),
    iconSvg: icon,
  };
}
