/** Says which concepts a short text names, whatever the words for them. */
export interface ConceptTagger {
  /**
   * @param language of the text
   * @returns ids of concepts: `named` by some of its words, `whole` by all of them up to the first dash, comma or bracket
   */
  tag(text: string, language: string): { named: readonly string[]; whole: readonly string[] };
  /** Another one names other concepts: what was tagged by it has to be tagged anew. */
  readonly version: string;
}
