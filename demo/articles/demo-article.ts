import type { Motif } from '../../src/backend/domain/content/draw-motif.js';

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
