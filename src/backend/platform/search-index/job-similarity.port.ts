/** What a text is about; of a resume, without anything that names its person. */
export interface ComparedText {
  language: string;
  title: string;
  /** Skills and other subjects in the words of whoever wrote it. */
  subjects: readonly string[];
  /** HTML or plain text. */
  description: string;
  /** Terms of the vocabularies. */
  tids: readonly number[];
}

/** A search. What it has found says best what it means; where it has found nothing, its words do. */
export interface ComparedSearch {
  typed: string;
  /** Base language of the page. */
  language: string;
  /** Jobs. */
  found: readonly number[];
}

/** By id of a job, how near it is in meaning: 1 the same, 0 nothing in common. A job of which nothing is known is missing. */
export type Similarities = ReadonlyMap<number, number>;

/** Tells how alike jobs and texts are in meaning, whatever words they use. */
export interface JobSimilarity {
  /** @returns which model compares texts; another one may say something else. undefined: there is none (yet) */
  model(): Promise<number | undefined>;
  /** @returns empty where there are no vectors (yet), or none of this job */
  toJob(job: number, candidates: readonly number[]): Promise<Similarities>;
  /** @returns empty where there are no vectors (yet), or too little of the text is known */
  toText(text: ComparedText, candidates: readonly number[]): Promise<Similarities>;
  /** @returns words that mean nearly the same as what was searched for, the nearest first; empty where nothing is known of it */
  relatedWords(search: ComparedSearch, limit: number): Promise<readonly string[]>;
  /** How near jobs are to what was searched for. */
  toSearch(search: ComparedSearch, candidates: readonly number[]): Promise<Similarities>;
  /** How near each of the texts is to a job, in their order; undefined: nothing is known of it. */
  ofTexts(job: number, texts: readonly ComparedText[]): Promise<(number | undefined)[]>;
}
