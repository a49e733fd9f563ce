import { readFileSync } from 'node:fs';

/** Languages with phrases. */
export const PHRASE_LANGUAGES = ['en', 'de', 'fr'] as const;
export type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number];

/** The kind of filter that a phrase represents: the facet of that name, or the age, closing date or language of a job. */
export type PhraseKind = 'employment_type' | 'experience' | 'remote' | 'published' | 'closing' | 'language';

/** Phrases that represent the same filter. */
export interface FilterPhrases {
  kind: PhraseKind;
  /** Slugs of terms; for `published` and `closing` a number of days, for `language` a code. */
  values?: readonly string[];
  /** For phrases with `{n}`: number of days in one unit. */
  days?: number;
  phrases: readonly string[];
  /** Words that change the meaning of the phrase if they follow it: `volunteer manager`. */
  notBefore?: readonly string[];
  /** Words that change the meaning of the phrase if they precede it: `formation à distance`. */
  notAfter?: readonly string[];
  /** Whether the phrase is recognized only on pages in its language, because its words have other meanings in other languages. */
  ownLanguage?: boolean;
  /** Restricts the phrase to the end of the text, or to the whole text. */
  position?: 'end' | 'whole';
}

/** The phrases of a language. */
export interface LanguagePhrases {
  filters: readonly FilterPhrases[];
  /** Longer expressions whose words remain keywords. */
  expressions: readonly string[];
  /** Words after which a phrase is not recognized as a filter. */
  negations: readonly string[];
  /** Words that may occur between a phrase and a word of `notBefore` or `notAfter`. */
  particles: readonly string[];
  /** Words for "jobs", which are redundant next to a recognized filter. */
  jobs: {
    always: readonly string[];
    /** Dropped only if followed by a recognized phrase or the end of the text. */
    beforeFilter: readonly string[];
    /** Dropped only if there is a recognized phrase, or the beginning or end of the text, on both sides. */
    between: readonly string[];
  };
  place: {
    before: readonly string[];
    articles: readonly string[];
    /** Words after which a town is part of a name: `University of Toronto`. */
    notAfter: readonly string[];
  };
  pay: PayWords;
  /** Names of towns that are also ordinary words. */
  ordinaryWords: readonly string[];
}

/** Words around an amount of money. */
export interface PayWords {
  atLeast: readonly string[];
  atMost: readonly string[];
  hour: readonly string[];
  day: readonly string[];
  week: readonly string[];
  month: readonly string[];
  year: readonly string[];
  /** Words without meaning for the filter: `gross`. */
  around: readonly string[];
  /** Words between the ends of a range. */
  to: readonly string[];
}

const loaded = new Map<PhraseLanguage, LanguagePhrases>();

/** Returns the phrases of a language, which are loaded once. */
export function phrasesOf(language: PhraseLanguage): LanguagePhrases {
  let phrases = loaded.get(language);
  if (!phrases) {
    const file = new URL(`phrases/${language}.json`, import.meta.url);
    loaded.set(language, (phrases = JSON.parse(readFileSync(file, 'utf8')) as LanguagePhrases));
  }
  return phrases;
}
