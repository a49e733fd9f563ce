import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '..');
const styles = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => readFileSync(join(CLIENT, path), 'utf8'));
const drawing = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8');
const CELL = 24;
const LAST_CELL = 50;

/** The first group of every match, in the order of the text. */
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, ...groups]) => groups);

describe('icons', () => {
  it('have the positions that the drawing gives them', () => {
    const drawn = all(drawing, /<path id="([a-z-]+)"(?: transform="translate\((\d+)\)")?/g).map(([name, x = 0]) => [
      name,
      `${(100 * Number(x)) / (CELL * LAST_CELL)}%`,
    ]);
    const declared = styles.flatMap((text) => all(text, /--icon-([a-z-]+): (\d+%);/g));
    expect(declared).toEqual(drawn);
    expect(drawing).toContain(`viewBox="0 0 ${(LAST_CELL + 1) * CELL} ${CELL}"`);
  });

  it('are all used and declared', () => {
    const used = new Set(styles.flatMap((text) => all(text, /var\(--icon-([a-z-]+)\)/g).flat()));
    const declared = styles.flatMap((text) => all(text, /--icon-([a-z-]+): \d+%;/g)).map(([name]) => name);
    expect([...used].sort()).toEqual(declared.sort());
  });

  it('are one drawing, and there is only one other, because each costs a browser as much as a small page', () => {
    const drawings = styles.flatMap((text) => all(text, /url\((.*svg.*)\)/g).flat());
    expect(drawings.sort()).toEqual([expect.stringMatching(/^"data:image\/svg.*rect/), `'./icons.svg'`]);
  });
});
