/** What a row of the log of changes is about; see migration 0003. */
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

/** Something that pages show and that has changed. */
export interface Change {
  /** `all`: whatever was read before may be wrong. `index`: rows of search_job. `words`: words of search_word. `account`: `words` are ids of accounts;
   * pages that everybody sees do not change. `resume`: the directory of resumes, which no such page shows. `mail`,
   * `feed`: there is one to be sent, or read. `schedule`: a job is to be published, or other background
   * work was begun. `alert`: mails of alerts are due at
   * other times. */
  kind: ChangeKind;
  /** null: all sites. */
  site: string | null;
  /** Of jobs, organizations or resumes. */
  ids: readonly number[];
  words: readonly string[];
}

export const EVERYTHING: Change = { kind: 'all', site: null, ids: [], words: [] };

/**
 * Up to where the log has been read: a snapshot of the database as text (`pg_current_snapshot`). What the snapshot sees has been
 * read, in whatever order it was committed.
 */
export type LogPosition = string;
