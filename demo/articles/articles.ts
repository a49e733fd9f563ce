import type { DemoProfile } from '#contract/backend/backend.js';
import type { Motif } from '../../src/backend/domain/content/draw-motif.js';
import { spellEnglish } from '../content/en/spelling.js';
import { readTexts } from '../content/read-texts.js';

/** An invented news or advice article. */
export interface DemoArticle {
  /** Shared by all translations of the article; also the last part of its address if it has no `slug`. */
  key: string;
  slug?: string;
  language: 'en' | 'de' | 'fr';
  title: string;
  teaser: string;
  author: string;
  tags: readonly string[];
  picture: { motif: Motif; hue: number; alt: string };
  /** HTML. */
  body: string;
}

const articles = (name: string): DemoArticle[] => readTexts(`articles/${name}`) as DemoArticle[];

/** @returns the articles of a site, newest first */
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

/** Advice in English for both audiences, starting with an article for the given one. */
function advice(first: 'employers' | 'applicants' = 'employers'): DemoArticle[] {
  const [hiring, applying] = [articles('english-hiring'), articles('english-applying')];
  return first === 'employers' ? alternating(hiring, applying) : alternating(applying, hiring);
}

/** Takes items from both lists in turn, and then the rest of the longer one. */
function alternating<T>(first: readonly T[], second: readonly T[]): T[] {
  const longer = Math.max(first.length, second.length);
  return Array.from({ length: longer }, (_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]).flat();
}

function spelled(article: DemoArticle, country: string): DemoArticle {
  const spell = (text: string) => spellEnglish(text, country);
  return { ...article, title: spell(article.title), teaser: spell(article.teaser), body: spell(article.body) };
}
