import type { ColumnType, Generated } from 'kysely';
import type { Criterion, ScreeningType } from '#contract/applications/screening.js';
import type { ApplicationState, DigestFrequency } from '#contract/generated/resolvers.js';

/** What a recruiter asks everybody who applies for a job. */
export interface StoredQuestion {
  /** Its own within the job. */
  id: string;
  text: string;
  required: boolean;
  /** undefined: it is answered in words. */
  type?: ScreeningType;
  /** Of the type `choice`. */
  choices?: readonly string[];
  /** What the employer needs to hear. No applicant is told of it. */
  needs?: Criterion;
}

export interface StoredAnswer {
  id: string;
  /** As it was asked. */
  question: string;
  answer: string;
  /** As criteria compare it, where the question is not answered in words. */
  value?: string;
}

/** A resume in words: what an employer reads of it. Texts that are missing are empty. */
export interface StoredResumeDocument {
  name: string;
  title: string;
  contact: readonly string[];
  sections: readonly {
    title: string;
    entries: readonly { title: string; detail: string; time: string; lines: readonly string[] }[];
  }[];
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
  /** Of the site, as it was when it was sent. */
  resume: ColumnType<StoredResumeDocument | null, string | null | undefined, string | null>;
  state: ColumnType<ApplicationState, ApplicationState | undefined, ApplicationState>;
  created_at: Date;
  updated_at: Date;
  /** Because the job keeps them for a number of days only. */
  files_deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When somebody of the organization has opened it first. */
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  search_text: ColumnType<string, never, never>;
  /** Of the organization, for itself. */
  tags: ColumnType<string[], string[] | undefined, string[]>;
  /** The mean of what people of the organization say. */
  rating: ColumnType<number | null, number | null | undefined, number | null>;
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
  /** Of the mail that tells the applicant; it can be undone while that waits in the outbox. */
  mail_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Names of those that an applicant has added with it. */
  files: Generated<string[]>;
  /** When the applicant sees it; null: at once. */
  visible_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
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
  /** null: its parts are in the database. */
  object_key: string | null;
}

export interface ApplicationFilePartTable {
  file_id: string;
  starts_at: number;
  bytes: Buffer;
}

/** Members of the organization who are told of applications for a job. */
export interface JobMailRecipientTable {
  job_id: number;
  account_id: string;
}

/** Which mails somebody gets on a site for what they do for organizations. */
export interface RecruitingMailTable {
  account_id: string;
  site: string;
  applications: Generated<boolean>;
  digest: ColumnType<DigestFrequency, DigestFrequency | undefined, DigestFrequency>;
  /** Of the address that ends the digest. */
  token: Generated<string>;
  /** `2026-11-26`: the last day on which it was looked whether there is a digest. */
  digest_day: ColumnType<string | null, string | null | undefined, string | null>;
}
