/** Texts of one language from which organization profiles are generated. */
export interface ProfileTexts {
  /** First names with a matching salutation; an empty salutation means none. */
  people: readonly (readonly [salutation: string, firstName: string])[];
  surnames: readonly string[];
  positions: readonly string[];
  reachable: readonly string[];
  /** Names of further locations. */
  branches: readonly string[];
  pictures: readonly string[];
  videos: readonly string[];
  questions: readonly (readonly [question: string, answer: string])[];
  /** Title of a document, its file name and its content. */
  documents: readonly (readonly [title: string, file: string, line: string])[];
}
