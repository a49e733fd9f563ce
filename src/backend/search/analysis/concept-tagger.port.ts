/** Recognizes the concepts that a short text names, independently of the words used. */
export interface ConceptTagger {
  /**
   * @param language language of the text
   * @returns ids of concepts: `named` by some of the words, `whole` by all words up to the first dash, comma or bracket
   */
  tag(text: string, language: string): { named: readonly string[]; whole: readonly string[] };
  /** Changes when the tagger recognizes other concepts, so that documents must be tagged again. */
  readonly version: string;
}
