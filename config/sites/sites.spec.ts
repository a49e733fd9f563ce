import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadSite, SiteError, siteFolder } from './load-sites.js';
import type { Theme } from './site.schema.js';

const sites = ['default', 'charity-ca'];
const require = createRequire(import.meta.url);

/** Contrast of two colours (WCAG 2.2, 1.4.3). */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each(sites)('site %s', (name) => {
  it.each(['light', 'dark'] as const)('[SITE-05] has readable colours in its %s scheme', async (scheme) => {
    const { theme } = await loadSite(name);
    const palette = theme[scheme] as Theme['light'];
    for (const ground of ['ground', 'surface', 'accentSoft'] as const) {
      for (const text of ['ink', 'inkSoft', 'accent', 'good', 'warn', 'bad'] as const) {
        expect({ text, ground, enough: contrast(palette[text], palette[ground]) >= 4.5 }).toEqual({
          text,
          ground,
          enough: true,
        });
      }
      expect(contrast(palette.focus, palette[ground])).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(palette.accentInk, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette.mark)).toBeGreaterThanOrEqual(4.5);
  });

  it('has a light font and a light drawing of its own', async () => {
    const site = await loadSite(name);
    expect(statSync(require.resolve(site.theme.font.file)).size).toBeLessThanOrEqual(45_000);
    const drawing = readFileSync(join(siteFolder(name), site.illustration), 'utf8');
    expect(drawing.length).toBeLessThanOrEqual(12_288);
    expect(drawing).not.toMatch(/<script|href=/);
  });
});

it('[SITE-01] names the known sites when one is asked for that does not exist', async () => {
  await expect(loadSite('nowhere')).rejects.toThrow(SiteError);
  await expect(loadSite('nowhere')).rejects.toThrow(/charity-ca, default/);
});
