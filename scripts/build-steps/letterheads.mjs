// Makes what the documents of a site need, which PDF cannot take from its web pages: the logo as a picture, and its variable WOFF2 font as
// two TrueType fonts of one weight each. Part of the build, like `site-pictures.mjs`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create } from 'fontkit';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { painted } from './site-pictures.mjs';

const SITES = '../../build/server/config/sites/load-sites.js';
/** Four times the size on paper, at 72 dots an inch. */
const LOGO_HEIGHT = 144;
const WEIGHTS = { regular: 400, bold: 700 };
const require = createRequire(import.meta.url);

/** @param bytes of a WOFF2 file @returns all characters of it in one weight, as TrueType */
async function staticFont(bytes, weight) {
  const characters = create(bytes).characterSet.map((code) => String.fromCodePoint(code));
  return subsetFont(bytes, characters.join(''), { targetFormat: 'truetype', variationAxes: { wght: weight } });
}

/** Of every site that the build has, into its folder there. */
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
