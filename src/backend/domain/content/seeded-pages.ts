import { readFileSync } from 'node:fs';
import type { SeededPage, SeededText } from './page-blocks.js';

/** The files of `seeded-pages`: of the site itself, of work and careers, and policies. */
const FILES = ['about', 'career', 'policy'] as const;

/** As in its file, where the lines of a body are apart. */
interface StoredPage extends Omit<SeededPage, 'text'> {
  text: Record<keyof SeededPage['text'], StoredText>;
}

interface StoredText extends Omit<SeededText, 'body'> {
  body: readonly string[];
}

/**
 * Reads the pages that a new site has: sensible texts to begin with. The operator of a site is answerable for its own. `withPeriods` fills
 * in how long the site keeps what.
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
