import type { ColumnType, Generated } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';

/** What a recruiter asks everybody who applies for a job. */
export interface StoredQuestion {
  /** Its own within the job. */
  id: string;
  text: string;
  required: boolean;
}

export interface StoredAnswer {
  id: string;
  /** As it was asked. */
  question: string;
  answer: string;
}

export interface ApplicationTable {
  id: Generated<string>;
  site: string;
  job_id: number;
  /** That of the job, for finding them. */
  organization_id: number;
  account_id: string | null;
  request_key: string;
  language: string;
  first_name: string;
  last_name: string;
  email: string;
  cover_letter: string;
  answers: ColumnType<StoredAnswer[], string, string>;
  state: ColumnType<ApplicationState, ApplicationState | undefined, ApplicationState>;
  created_at: Date;
  updated_at: Date;
  /** Because the job keeps them for a number of days only. */
  files_deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Of an answer `subject` and `body` are there, of a step to a state they are not. */
export interface ApplicationEventTable {
  id: Generated<number>;
  application_id: string;
  at: Date;
  state: ApplicationState;
  by_employer: boolean;
  account_id: string | null;
  subject: string | null;
  body: string | null;
}

export interface ApplicationFileTable {
  id: Generated<string>;
  application_id: string | null;
  site: string;
  token: Buffer | null;
  owner: Buffer | null;
  name: string;
  content_type: string;
  size: Generated<number>;
  complete: Generated<boolean>;
  position: Generated<number>;
  created_at: Date;
}

export interface ApplicationFilePartTable {
  file_id: string;
  starts_at: number;
  bytes: Buffer;
}
