import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Informs the search engine about changed jobs, organizations and resumes within the transaction that changed them (a Kysely `Transaction`
 * is a `Kysely`), so that the index is always consistent with the tables.
 */
export interface SearchIndexer {
  /** Updates the index for these jobs from the tables; unpublished jobs are removed. */
  index(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void>;
  /** Removes jobs from the index, whatever the tables contain. */
  remove(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void>;
  /** Updates the directory for these organizations from the tables; those that are not public are removed. */
  indexOrganizations(trx: Kysely<Database>, organizationIds: readonly string[]): Promise<void>;
  /** Updates the directory for these resumes from the tables; hidden resumes are removed. */
  indexResumes(trx: Kysely<Database>, resumeIds: readonly number[]): Promise<void>;
}

/** Updates saved searches within the transaction that merges organizations. */
export interface SavedSearches {
  /** Replaces organizations of the site that were merged into others by those others, in all saved searches that name them. */
  followMerges(trx: Kysely<Database>, site: string): Promise<void>;
}

/** A text to compare by meaning; for a resume, without anything that identifies the person. */
export interface ComparedText {
  language: string;
  title: string;
  /** Skills and other subjects in the author's words. */
  subjects: readonly string[];
  /** HTML or plain text. */
  description: string;
  /** Term ids of the vocabularies. */
  tids: readonly number[];
}

/** A search to compare by meaning. Its results are the best evidence of what it means; without results, its words are used. */
export interface ComparedSearch {
  typed: string;
  /** Base language of the page. */
  language: string;
  /** Ids of the jobs found. */
  found: readonly number[];
}

/** Similarity in meaning by job id: 1 for the same meaning, 0 for nothing in common. Jobs without any data are missing. */
export type Similarities = ReadonlyMap<number, number>;

/** Compares jobs and texts by meaning, independently of their wording. */
export interface JobSimilarity {
  /** @returns the id of the model that compares texts; another model may give different results. undefined if there is none (yet) */
  model(): Promise<number | undefined>;
  /** @returns an empty map if there are no vectors (yet), or none for this job */
  toJob(job: number, candidates: readonly number[]): Promise<Similarities>;
  /** @returns an empty map if there are no vectors (yet), or too little of the text is known */
  toText(text: ComparedText, candidates: readonly number[]): Promise<Similarities>;
  /** @returns words with nearly the same meaning as the search, most similar first; empty if nothing is known about it */
  relatedWords(search: ComparedSearch, limit: number): Promise<readonly string[]>;
  /** Returns the similarity of jobs to a search. */
  toSearch(search: ComparedSearch, candidates: readonly number[]): Promise<Similarities>;
  /** Returns the similarity of each text to a job, in the order of the texts; undefined for a text without data. */
  ofTexts(job: number, texts: readonly ComparedText[]): Promise<(number | undefined)[]>;
}
