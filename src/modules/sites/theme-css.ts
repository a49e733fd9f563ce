import type { Theme } from '../../../config/sites/site.schema.js';

/** A theme as CSS custom properties and the faces of its display font: what `client/styles` builds on (SITE-05). */
export function themeCss(theme: Theme, fontUrl: string): string {
  const { font, radius } = theme;
  const family = (name: string) => `"${name}"`;
  const locals = font.fallback.local.map((name) => `local(${family(name)})`).join(',');
  // A font that comes after the text is left for the next page: fallbacks of the same size still break some lines elsewhere.
  const faces =
    `@font-face{font-family:${family(font.family)};src:url(${fontUrl}) format("woff2");font-weight:${font.weights};font-display:optional}` +
    `@font-face{font-family:${family(font.fallback.family)};src:${locals};size-adjust:${font.fallback.sizeAdjust}%;` +
    `ascent-override:${font.fallback.ascent}%;descent-override:${font.fallback.descent}%;line-gap-override:${font.fallback.lineGap}%}`;
  const fixed =
    `--font-display:${family(font.family)},${family(font.fallback.family)},system-ui,sans-serif;` +
    `--radius-small:${radius.small}px;--radius-medium:${radius.medium}px;--radius-large:${radius.large}px;` +
    `--heading-weight:${theme.headingWeight};--heading-tracking:${theme.headingTracking};`;
  const scheme = theme.dark ? 'light dark' : 'light';
  const light = `:root{color-scheme:${scheme};${fixed}${colours(theme.light)}}`;
  const dark = theme.dark ? `@media (prefers-color-scheme:dark){:root{${colours(theme.dark)}}}` : '';
  return faces + light + dark;
}

function colours(palette: Theme['light']): string {
  return Object.entries(palette)
    .map(([role, value]) => `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
    .join('');
}
