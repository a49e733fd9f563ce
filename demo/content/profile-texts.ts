/** What the profiles of one language draw from. */
export interface ProfileTexts {
  /** With the word before the name that suits it; empty: none. */
  people: readonly (readonly [salutation: string, firstName: string])[];
  surnames: readonly string[];
  positions: readonly string[];
  reachable: readonly string[];
  /** Names of further places. */
  branches: readonly string[];
  pictures: readonly string[];
  videos: readonly string[];
  questions: readonly (readonly [question: string, answer: string])[];
  /** Title of a document, its file's name, and what is in it. */
  documents: readonly (readonly [title: string, file: string, line: string])[];
}
