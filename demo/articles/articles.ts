import type { DemoProfile } from '#contract/backend/backend.js';
import { spellEnglish } from '../content/en/spelling.js';
import { readTexts } from '../content/read-texts.js';
import type { DemoArticle } from './demo-article.js';

const articles = (name: string): DemoArticle[] => readTexts(`articles/${name}`) as DemoArticle[];

/** @returns the news of a site, the newest first */
export function demoArticles(profile: DemoProfile): DemoArticle[] {
  switch (profile) {
    case 'canada':
      return alternating(articles('canada'), advice()).map((article) => spelled(article, 'CA'));
    case 'britain':
      return alternating(articles('britain'), advice('applicants')).map((article) => spelled(article, 'GB'));
    case 'europe':
      return alternating(alternating(articles('german'), articles('french')), advice('applicants'));
    case 'international':
      return alternating(advice(), articles('international'));
  }
}

/** Advice in English for both sides, that for one of them first. */
function advice(first: 'employers' | 'applicants' = 'employers'): DemoArticle[] {
  const [hiring, applying] = [articles('english-hiring'), articles('english-applying')];
  return first === 'employers' ? alternating(hiring, applying) : alternating(applying, hiring);
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
