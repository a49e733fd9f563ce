/** Languages that the thesaurus has labels in. */
export const THESAURUS_LANGUAGES = ['en', 'de', 'fr'] as const;

export type ThesaurusLanguage = (typeof THESAURUS_LANGUAGES)[number];

export type ConceptKind = 'occupation' | 'skill' | 'cause' | 'qualification';

/**
 * Something that people look for, with the words for it. In one language, all labels may stand for each other in a search; the first is
 * the one to show.
 */
export interface Concept extends Readonly<Record<ThesaurusLanguage, readonly string[]>> {
  id: string;
  kind: ConceptKind;
  /** Code of the International Standard Classification of Occupations, ISCO-08, or the beginning of one, where it is certain. */
  isco?: string;
  /** Ids of concepts that include this one: somebody who looks for a nurse is also served by a school nurse. */
  broader?: readonly string[];
}

/** A concept that words name. */
export interface ConceptMatch {
  concept: Concept;
  /** Index of the first word of the label. */
  start: number;
  /** Index after its last word. */
  end: number;
  /** As the thesaurus writes it. */
  label: string;
  /** The language that the label is in. */
  viaLanguage: ThesaurusLanguage;
}
