// Prepares the parts of a site's printed documents that PDF cannot use in their web format: the logo as a raster image, and the variable
// WOFF2 font as two static TrueType fonts. Part of the build, like `site-pictures.mjs`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create } from 'fontkit';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { painted } from './site-pictures.mjs';

const SITES = '../../build/server/config/sites/load-sites.js';
/** Four times the printed size, at 72 dots per inch. */
const LOGO_HEIGHT = 144;
const WEIGHTS = { regular: 400, bold: 700 };
const require = createRequire(import.meta.url);

/** @param bytes of a WOFF2 file @returns all its characters in one weight, as TrueType */
async function staticFont(bytes, weight) {
  const characters = create(bytes).characterSet.map((code) => String.fromCodePoint(code));
  return subsetFont(bytes, characters.join(''), { targetFormat: 'truetype', variationAxes: { wght: weight } });
}

/** Writes the files for every site in the build to the site's folder there. */
export async function makeLetterheads() {
  const { knownSites, loadSite, siteFolder } = await import(SITES);
  for (const name of knownSites()) {
    const { theme, logo } = await loadSite(name);
    const folder = siteFolder(name);
    mkdirSync(folder, { recursive: true });
    const svg = painted(readFileSync(join(folder, logo.file), 'utf8'), theme.light);
    const picture = sharp(Buffer.from(svg), { density: 300 }).resize({ height: LOGO_HEIGHT });
    writeFileSync(join(folder, 'letterhead-logo.png'), await picture.png({ compressionLevel: 9 }).toBuffer());
    const bytes = readFileSync(require.resolve(theme.font.file));
    for (const [file, weight] of Object.entries(WEIGHTS))
      writeFileSync(join(folder, `letterhead-${file}.ttf`), await staticFont(bytes, weight));
  }
}
