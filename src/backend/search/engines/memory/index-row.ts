/** A row of search_job as the memory index takes it. */
export interface IndexRow {
  /** The two halves of `rank`. */
  jobId: number;
  /** Seconds since 2000; see `packRank` for incomplete jobs. */
  published: number;
  organization: number;
  combo: number;
  point: number;
  region: number;
  scope: number;
  /** Pay a year in the job's own currency; 0: not stated. */
  pay: number;
  /** See `currencyCode`. */
  currency: number;
  /** See `closingDay`. */
  closing: number;
  /** `words` as `tsvectorsend` gives it. */
  words: Uint8Array;
}

export interface IndexChange {
  /** Job ids. Those that are not in the index do no harm. */
  removed: readonly number[];
  /** A row takes the place of one of the same job. */
  rows: readonly IndexRow[];
}
