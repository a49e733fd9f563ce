import type { DemoProfile } from '#contract/backend/backend.js';
import { spellEnglish } from '../content/en/spelling.js';
import { britain } from './britain.js';
import { canada } from './canada.js';
import type { DemoArticle } from './demo-article.js';
import { applying } from './english-applying.js';
import { hiring } from './english-hiring.js';
import { french } from './french.js';
import { german } from './german.js';
import { international } from './international.js';

/** @returns the news of a site, the newest first */
export function demoArticles(profile: DemoProfile): DemoArticle[] {
  switch (profile) {
    case 'canada':
      return alternating(canada, alternating(hiring, applying)).map((article) => spelled(article, 'CA'));
    case 'britain':
      return alternating(britain, alternating(applying, hiring)).map((article) => spelled(article, 'GB'));
    case 'europe':
      return alternating(alternating(german, french), alternating(applying, hiring));
    case 'international':
      return alternating(alternating(hiring, applying), international);
  }
}

/** One of each in turn, and the rest of the longer ones. */
function alternating<T>(first: readonly T[], second: readonly T[]): T[] {
  const longer = Math.max(first.length, second.length);
  return Array.from({ length: longer }, (_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]).flat();
}

function spelled(article: DemoArticle, country: string): DemoArticle {
  const spell = (text: string) => spellEnglish(text, country);
  return { ...article, title: spell(article.title), teaser: spell(article.teaser), body: spell(article.body) };
}
