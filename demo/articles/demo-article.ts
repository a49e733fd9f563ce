import type { Motif } from '../../src/backend/domain/content/draw-motif.js';

/** An invented piece of news or advice. */
export interface DemoArticle {
  /** The same for its translations; the last part of its address where it has no `slug` of its own. */
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
