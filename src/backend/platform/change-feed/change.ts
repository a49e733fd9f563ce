/** Subject of a row in the change log; see migration 0003. */
export type ChangeKind =
  | 'job'
  | 'organization'
  | 'resume'
  | 'content'
  | 'term'
  | 'file'
  | 'index'
  | 'words'
  | 'scopes'
  | 'account'
  | 'mail'
  | 'feed'
  | 'schedule'
  | 'alert'
  | 'all';

/** A change of something that pages show. */
export interface Change {
  /**
   * `all`: everything read before may be outdated. `index`: rows of search_job. `words`: words of search_word. `account`: `words` contains
   * account ids; public pages are not affected. `resume`: the directory of resumes, which no public page shows. `mail`, `feed`: one is
   * waiting to be sent or read. `schedule`: a job is to be published, or other background work was started. `alert`: the due times of alert
   * mails have changed.
   */
  kind: ChangeKind;
  /** null for all sites. */
  site: string | null;
  /** Ids of jobs, organizations or resumes. */
  ids: readonly number[];
  words: readonly string[];
}

export const EVERYTHING: Change = { kind: 'all', site: null, ids: [], words: [] };

/**
 * Position up to which the log has been read: a database snapshot as text (`pg_current_snapshot`). Everything the snapshot sees has been
 * read, in whatever order it was committed.
 */
export type LogPosition = string;
