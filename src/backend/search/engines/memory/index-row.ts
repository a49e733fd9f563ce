/** A row of search_job in the form that the in-memory index accepts. */
export interface IndexRow {
  /** Lower half of `rank`. */
  jobId: number;
  /** Upper half of `rank`: seconds since 2000; see `packRank` for incomplete jobs. */
  published: number;
  organization: number;
  combo: number;
  point: number;
  region: number;
  scope: number;
  /** Annual pay in the job's own currency; 0 if not stated. */
  pay: number;
  /** See `currencyCode`. */
  currency: number;
  /** See `closingDay`. */
  closing: number;
  /** `words` in the format of `tsvectorsend`. */
  words: Uint8Array;
}

export interface IndexChange {
  /** Job ids. Ids that are not in the index are ignored. */
  removed: readonly number[];
  /** A row replaces the existing row of the same job. */
  rows: readonly IndexRow[];
}
