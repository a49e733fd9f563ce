import type { ColumnType, Generated } from 'kysely';
import type { Criterion, ScreeningType } from '#contract/applications/screening.js';
import type { ApplicationState, DigestFrequency, InterviewState } from '#contract/generated/resolvers.js';

/** A screening question of a recruiter to every applicant for a job. */
export interface StoredQuestion {
  /** Unique within the job. */
  id: string;
  text: string;
  required: boolean;
  /** undefined for a free-text answer. */
  type?: ScreeningType;
  /** Choices of a question of type `choice`. */
  choices?: readonly string[];
  /** Answer the employer requires. It is never disclosed to applicants. */
  needs?: Criterion;
}

export interface StoredAnswer {
  id: string;
  /** Text of the question at the time of the application. */
  question: string;
  answer: string;
  /** Value that criteria are compared with; missing for a free-text answer. */
  value?: string;
}

/** A resume as text, as an employer reads it. Missing texts are empty. */
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
  /** Organization of the job, stored here for finding applications. */
  organization_id: number;
  account_id: string | null;
  request_key: string;
  language: string;
  first_name: string;
  last_name: string;
  email: string;
  cover_letter: string;
  answers: ColumnType<StoredAnswer[], string, string>;
  /** A resume created on the site, as it was at the time of the application. */
  resume: ColumnType<StoredResumeDocument | null, string | null | undefined, string | null>;
  state: ColumnType<ApplicationState, ApplicationState | undefined, ApplicationState>;
  created_at: Date;
  updated_at: Date;
  /** Set when the files have been deleted because the job keeps them for a limited number of days only. */
  files_deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Time at which a member of the organization first opened the application. */
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  search_text: ColumnType<string, never, never>;
  /** Internal tags of the organization. */
  tags: ColumnType<string[], string[] | undefined, string[]>;
  /** Mean of the ratings by members of the organization. */
  rating: ColumnType<number | null, number | null | undefined, number | null>;
}

/** `subject` and `body` are set for an answer, but not for a change of state. */
export interface ApplicationEventTable {
  id: Generated<number>;
  application_id: string;
  at: Date;
  state: ApplicationState;
  by_employer: boolean;
  account_id: string | null;
  subject: string | null;
  body: string | null;
  /** Mail that notifies the applicant; the event can be undone while the mail waits in the outbox. */
  mail_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Names of the files that an applicant has added with the event. */
  files: Generated<string[]>;
  /** Time at which the applicant sees the event; null for immediately. */
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
  /** null if the parts are stored in the database. */
  object_key: string | null;
}

export interface ApplicationFilePartTable {
  file_id: string;
  starts_at: number;
  bytes: Buffer;
}

/** Members of the organization who are notified of applications for a job. */
export interface JobMailRecipientTable {
  job_id: number;
  account_id: string;
}

/** Mails about their work for organizations that an account receives on a site. */
export interface RecruitingMailTable {
  account_id: string;
  site: string;
  applications: Generated<boolean>;
  digest: ColumnType<DigestFrequency, DigestFrequency | undefined, DigestFrequency>;
  /** Token of the unsubscribe address of the digest. */
  token: Generated<string>;
  /** Last day for which a digest was checked, for example `2026-11-26`. */
  digest_day: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Interview times that an employer has proposed to an applicant, and the outcome. */
export interface InterviewTable {
  id: Generated<string>;
  application_id: string;
  /** Account that proposed the interview; null if it has been deleted. */
  host_id: string | null;
  state: InterviewState;
  created_at: Date;
  time_zone: string;
  minutes: number;
  place: string;
  note: string;
  slots: ColumnType<Date[], Date[], Date[]>;
  /** Start of the booked (or formerly booked) time. */
  starts_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Reason for the cancellation, or the message of an applicant who wants other times. */
  reply: ColumnType<string | null, string | null | undefined, string | null>;
  /** iCalendar sequence number. */
  sequence: Generated<number>;
  /** Mail with the proposal; the proposal can be undone while the mail waits in the outbox. */
  mail_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Time at which the applicant sees it. */
  visible_at: Date;
  /** State before a decision about the application ended the interview; the applicant sees this state until `ends_at`. */
  ended_from: ColumnType<InterviewState | null, never, InterviewState | null>;
  ends_at: ColumnType<Date | null, never, Date | null>;
  /** Mail that notifies the applicant of the decision. */
  ending_mail_id: ColumnType<number | null, never, number | null>;
  /** Mail that cancels the interview in the calendar of the person who proposed it. */
  host_mail_id: ColumnType<number | null, never, number | null>;
}
