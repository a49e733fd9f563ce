import { readFileSync } from 'node:fs';

/** Languages that phrases are there for. */
export const PHRASE_LANGUAGES = ['en', 'de', 'fr'] as const;
export type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number];

/** What a phrase asks for: the facet of that name, or how old and in which language a job may be. */
export type PhraseKind = 'employment_type' | 'experience' | 'remote' | 'published' | 'closing' | 'language';

/** Phrases that ask for the same. */
export interface FilterPhrases {
  kind: PhraseKind;
  /** Slugs of terms; of `published` and `closing` a number of days, of `language` a code. */
  values?: readonly string[];
  /** Of phrases with `{n}`: how many days one of it is. */
  days?: number;
  phrases: readonly string[];
  /** Words that make another thing of the phrase when they follow: `volunteer manager`. */
  notBefore?: readonly string[];
  /** Words that make another thing of the phrase when they precede: `formation à distance`. */
  notAfter?: readonly string[];
  /** Read in pages of that language alone, because the words mean other things elsewhere. */
  ownLanguage?: boolean;
  /** Read at the end alone, or where nothing else was typed. */
  position?: 'end' | 'whole';
}

/** What people of a language type. */
export interface LanguagePhrases {
  filters: readonly FilterPhrases[];
  /** Longer expressions whose words stay keywords. */
  expressions: readonly string[];
  /** What is asked for after one of these is not read. */
  negations: readonly string[];
  /** Words between a phrase and those of `notBefore` and `notAfter`. */
  particles: readonly string[];
  /** Words for "jobs", which say nothing beside what was understood. */
  jobs: {
    always: readonly string[];
    /** Only where something that was understood, or nothing, follows. */
    beforeFilter: readonly string[];
    /** Only where something that was understood, or nothing, stands on both sides. */
    between: readonly string[];
  };
  place: {
    before: readonly string[];
    articles: readonly string[];
    /** A town behind one of these is part of a name: `University of Toronto`. */
    notAfter: readonly string[];
  };
  pay: PayWords;
  /** Names of towns that are ordinary words as well. */
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
  /** What says nothing: `gross`. */
  around: readonly string[];
  /** Between the ends of a range. */
  to: readonly string[];
}

const loaded = new Map<PhraseLanguage, LanguagePhrases>();

/** The phrases of a language, which are read once. */
export function phrasesOf(language: PhraseLanguage): LanguagePhrases {
  let phrases = loaded.get(language);
  if (!phrases) {
    const file = new URL(`phrases/${language}.json`, import.meta.url);
    loaded.set(language, (phrases = JSON.parse(readFileSync(file, 'utf8')) as LanguagePhrases));
  }
  return phrases;
}
