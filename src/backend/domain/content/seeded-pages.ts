import { readFileSync } from 'node:fs';
import type { SeededPage, SeededText } from './page-blocks.js';

/** Files in `seeded-pages`: pages about the site, about work and careers, and policies. */
const FILES = ['about', 'career', 'policy'] as const;

/** Format of the file, in which a body is an array of lines. */
interface StoredPage extends Omit<SeededPage, 'text'> {
  text: Record<keyof SeededPage['text'], StoredText>;
}

interface StoredText extends Omit<SeededText, 'body'> {
  body: readonly string[];
}

/**
 * Reads the default pages of a new site. The operator of a site is responsible for its own texts. `withPeriods` inserts the site's
 * retention periods.
 */
export function readSeededPages(): SeededPage[] {
  return FILES.flatMap((name) => {
    const file = new URL(`seeded-pages/${name}.json`, import.meta.url);
    const pages = JSON.parse(readFileSync(file, 'utf8')) as StoredPage[];
    return pages.map(({ text, ...page }) => ({
      ...page,
      text: { en: joinLines(text.en), de: joinLines(text.de), fr: joinLines(text.fr) },
    }));
  });
}

function joinLines(text: StoredText): SeededText {
  return { ...text, body: text.body.join('\n') };
}
