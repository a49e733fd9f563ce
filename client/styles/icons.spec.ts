import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '..');
const styles = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => readFileSync(join(CLIENT, path), 'utf8'));
const sprite = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8');
const CELL = 24;
const LAST_CELL = 50;

/** The groups of every match. */
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, ...groups]) => groups);

describe('icons', () => {
  it('have the positions that they have in the sprite', () => {
    const drawn = all(sprite, /<path id="([a-z-]+)"(?: transform="translate\((\d+)\)")?/g).map(([name, x = 0]) => [
      name,
      `${(100 * Number(x)) / (CELL * LAST_CELL)}%`,
    ]);
    const declared = styles.flatMap((text) => all(text, /--icon-([a-z-]+): (\d+%);/g));
    expect(declared).toEqual(drawn);
    expect(sprite).toContain(`viewBox="0 0 ${(LAST_CELL + 1) * CELL} ${CELL}"`);
  });

  it('are all used and declared', () => {
    const used = new Set(styles.flatMap((text) => all(text, /var\(--icon-([a-z-]+)\)/g).flat()));
    const declared = styles.flatMap((text) => all(text, /--icon-([a-z-]+): \d+%;/g)).map(([name]) => name);
    expect([...used].sort()).toEqual(declared.sort());
  });

  it('are in one SVG image, and there is only one other, because a browser opens each like a page', () => {
    const images = styles.flatMap((text) => all(text, /url\((.*svg.*)\)/g).flat());
    expect(images.sort()).toEqual([expect.stringMatching(/^"data:image\/svg.*rect/), `'./icons.svg'`]);
  });
});
