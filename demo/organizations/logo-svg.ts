import { escapeHtml } from '#shared/text/markup.js';

/** Parameters of a drawn logo: the same input gives the same picture. */
export interface LogoDesign {
  name: string;
  /** 0 to 359. */
  hue: number;
  /** 0 to 11. */
  mark: number;
}

// Drawn on a field of 64 × 64 centred at 0,0. Class `a` is light, class `b` is the accent colour.
const MARKS: readonly string[] = [
  // A rising sun.
  '<path class="b" d="M-20 8a20 20 0 0 1 40 0z"/><path class="a" d="M-24 13h48v4h-48zM-16 21h32v4h-32z"/>',
  // A leaf.
  '<path class="a" d="M-18 18C-22-10 0-22 22-22 24 6 8 22-18 18z"/><path class="b" d="M-22 24C-12 8-2-2 10-10-4 4-12 12-18 25z"/>',
  // Two hands that make a ring.
  '<path class="a" d="M-3-22a22 22 0 0 0 0 44v-9a13 13 0 0 1 0-26z"/><path class="b" d="M3 22a22 22 0 0 0 0-44v9a13 13 0 0 1 0 26z"/>',
  // A house.
  '<path class="a" d="M0-24 24-4h-6v24h-36V-4h-6z"/><path class="b" d="M-6 20V4a6 6 0 0 1 12 0v16z"/>',
  // Waves.
  '<path class="a" d="M-24-8q6-10 12 0t12 0 12 0 12 0v8q-6 10-12 0t-12 0-12 0-12 0z"/><path class="b" d="M-24 10q6-10 12 0t12 0 12 0 12 0v8q-6 10-12 0t-12 0-12 0-12 0z"/>',
  // A flower of six petals.
  '<g class="a"><circle cy="-14" r="9"/><circle cy="14" r="9"/><circle cx="12" cy="-7" r="9"/><circle cx="-12" cy="-7" r="9"/><circle cx="12" cy="7" r="9"/><circle cx="-12" cy="7" r="9"/></g><circle class="b" r="8"/>',
  // Mountains.
  '<path class="a" d="M-26 20-8-16 10 20z"/><path class="b" d="M-4 20 10-6 26 20z"/>',
  // A heart of two halves.
  '<path class="a" d="M0 22C-30 2-22-22-9-20-4-19 0-14 0-10z"/><path class="b" d="M0 22C30 2 22-22 9-20 4-19 0-14 0-10z"/>',
  // Steps.
  '<path class="a" d="M-22 22V8h14v14zM-6 22V-6H8v28z"/><path class="b" d="M10 22v-44h14v44z"/>',
  // A star in a circle.
  '<circle class="a" r="23"/><path class="b" d="m0-17 5 11 12 1-9 8 3 12L0 9l-11 6 3-12-9-8 12-1z"/>',
  // Three people as circles.
  '<g class="a"><circle cx="-14" cy="-8" r="8"/><path d="M-27 20a13 13 0 0 1 26 0z"/><circle cx="14" cy="-8" r="8"/><path d="M1 20a13 13 0 0 1 26 0z"/></g><circle class="b" cy="-10" r="9"/><path class="b" d="M-14 22a14 14 0 0 1 28 0z"/>',
  // A speech bubble with a tick.
  '<path class="a" d="M-24-20h48v32H2l-12 12V12h-14z"/><path class="b" d="m-13-5 5-5 6 6 11-11 5 5L-2 6z"/>',
];

/** An organization's logo as SVG: its mark and its initials, in one hue. */
export function drawLogo({ name, hue, mark }: LogoDesign): string {
  const drawing = MARKS[mark % MARKS.length] ?? '';
  const ground = `hsl(${hue} 55% 26%)`;
  const accent = `hsl(${(hue + 35) % 360} 85% 68%)`;
  const text = escapeHtml(name);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-labelledby="t">' +
    `<title id="t">${text}</title>` +
    `<style>.a{fill:hsl(${hue} 60% 92%)}.b{fill:${accent}}text{font:700 17px system-ui,sans-serif;fill:#fff;` +
    'text-anchor:middle;letter-spacing:1.5px}</style>' +
    `<rect width="96" height="96" rx="18" fill="${ground}"/>` +
    `<g transform="translate(48 38) scale(.95)">${drawing}</g>` +
    `<text x="48" y="84">${escapeHtml(initialsOf(name))}</text></svg>`
  );
}

function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word));
  return (capitalised.length > 0 ? capitalised : words)
    .slice(0, 3)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}
