import type { DemoProfile } from '#contract/backend/backend.js';
import type { Motif } from './draw-motif.js';
import type { StoredBlock } from './page-blocks.js';

/** A part of it; a picture is drawn when it is needed. */
export type SeededBlock =
  Exclude<StoredBlock, { kind: 'picture' }> | { kind: 'drawing'; motif: Motif; hue: number; alt: string };

export interface SeededText {
  title: string;
  body: string;
  blocks?: SeededBlock[];
}

/** A page that a new site has, by language. */
export interface SeededPage {
  slug: string;
  /** Missing: every site has it. */
  only?: DemoProfile;
  text: Record<'en' | 'de' | 'fr', SeededText>;
}
