import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type SiteConfig, type SiteDefinition, siteSchema } from './site.schema.js';

/** The site is unknown, or its folder is invalid; the message contains the reason. Aborts the start. */
export class SiteError extends Error {
  override name = 'SiteError';
}

/** Returns the names of the folders next to this file. */
export function knownSites(): string[] {
  return readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @throws SiteError */
export async function loadSite(name: string): Promise<SiteConfig> {
  if (!knownSites().includes(name)) {
    throw new SiteError(`There is no site "${name}" in config/sites; there are: ${knownSites().join(', ')}`);
  }
  const module = (await import(`./${name}/site.js`)) as { site: SiteDefinition };
  const result = siteSchema.safeParse(module.site);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SiteError(`config/sites/${name}/site.ts is not right:\n${lines.join('\n')}`);
  }
  return { ...result.data, name };
}

/** Returns the folder with a site's files (logo, icon, images). */
export function siteFolder(name: string): string {
  return fileURLToPath(new URL(`${name}/`, import.meta.url));
}
