/** Languages of the thesaurus. */
export const THESAURUS_LANGUAGES = ['en', 'de', 'fr'] as const;

export type ThesaurusLanguage = (typeof THESAURUS_LANGUAGES)[number];

export type ConceptKind = 'occupation' | 'skill' | 'cause' | 'qualification';

/**
 * A concept that people search for, with its labels. In each language, all labels are synonyms in a search; the first is the preferred
 * label.
 */
export interface Concept extends Readonly<Record<ThesaurusLanguage, readonly string[]>> {
  id: string;
  kind: ConceptKind;
  /** Code, or prefix of a code, in the International Standard Classification of Occupations, ISCO-08, if it is certain. */
  isco?: string;
  /** Ids of concepts that include this one: a search for a nurse also finds a school nurse. */
  broader?: readonly string[];
}

/** A concept whose label was found in a text. */
export interface ConceptMatch {
  concept: Concept;
  /** Index of the first word of the label. */
  start: number;
  /** Index after its last word. */
  end: number;
  /** The label in the spelling of the thesaurus. */
  label: string;
  /** The language of the label. */
  viaLanguage: ThesaurusLanguage;
}
