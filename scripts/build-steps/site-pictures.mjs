// Makes raster images from a site's drawings and colours: icons for home screens, favicon.ico, and the preview image that other sites show
// for its pages. Part of the build: at run time only raster images are ever decoded.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const SITES = '../../build/server/config/sites/load-sites.js';
const [OG_WIDTH, OG_HEIGHT] = [1200, 630];
/** A maskable icon may be cropped to a circle with four fifths of its width. */
const SAFE = 0.8;

const svgPicture = (svg, width, height = width) =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize({ width, height, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png();

/** Replaces the theme's custom properties by their colours, because no page sets them here. */
export function painted(svg, palette) {
  const role = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  return svg
    .replace(/var\(--([a-z-]+)\)/g, (whole, name) => palette[role(name)] ?? whole)
    .replaceAll('currentColor', palette.ink);
}

async function onGround(icon, size, colour, part) {
  const inner = Math.round(size * part);
  const ground = { width: size, height: size, channels: 4, background: colour };
  return sharp({ create: ground })
    .composite([{ input: await svgPicture(icon, inner).toBuffer() }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function shownElsewhere(icon, illustration, palette) {
  const drawing = await svgPicture(illustration, 640, 480).toBuffer();
  return sharp({ create: { width: OG_WIDTH, height: OG_HEIGHT, channels: 4, background: palette.ground } })
    .composite([
      { input: await svgPicture(icon, 240).toBuffer(), left: 120, top: 187 },
      { input: drawing, left: 480, top: 67 },
      {
        input: { create: { width: OG_WIDTH, height: 16, channels: 4, background: palette.accent } },
        left: 0,
        top: OG_HEIGHT - 16,
      },
    ])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer();
}

/** Windows' icon format, with PNG images inside. */
function ico(pictures) {
  const HEADER = 6;
  const ENTRY = 16;
  const head = Buffer.alloc(HEADER + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, index) => {
    const at = HEADER + ENTRY * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Writes the images for every site in the build to the site's folder there. */
export async function makeSitePictures() {
  const { knownSites, loadSite, siteFolder } = await import(SITES);
  for (const name of knownSites()) {
    const site = await loadSite(name);
    const folder = siteFolder(name);
    const palette = site.theme.light;
    const read = (file) => painted(readFileSync(join(folder, file), 'utf8'), palette);
    const icon = read(site.icon);
    // If an icon fills its square, its first shape is the background.
    const ground = /<(?:rect|circle)[^>]*\sfill="(#[0-9a-f]{6})"/i.exec(icon)?.[1] ?? palette.accent;
    const made = {
      'icon-192.png': await svgPicture(icon, 192).toBuffer(),
      'icon-512.png': await svgPicture(icon, 512).toBuffer(),
      'icon-maskable-512.png': await onGround(icon, 512, ground, SAFE),
      'apple-touch-icon.png': await onGround(icon, 180, ground, 1),
      'favicon.ico': ico(
        await Promise.all([32, 48].map(async (size) => ({ size, png: await svgPicture(icon, size).toBuffer() }))),
      ),
    };
    // A site may have its own image.
    if (!existsSync(join(folder, site.ogImage)))
      made[site.ogImage] = await shownElsewhere(icon, read(site.illustration), palette);
    mkdirSync(folder, { recursive: true });
    for (const [file, bytes] of Object.entries(made)) writeFileSync(join(folder, file), bytes);
  }
}
