import type { ColumnType, Generated } from 'kysely';
import type { InterviewState } from '#contract/generated/resolvers.js';

/** Times that an employer has proposed to an applicant, and what has become of them. */
export interface InterviewTable {
  id: Generated<string>;
  application_id: string;
  /** Who proposed it; null: an account that is gone. */
  host_id: string | null;
  state: InterviewState;
  created_at: Date;
  time_zone: string;
  minutes: number;
  place: string;
  note: string;
  slots: ColumnType<Date[], Date[], Date[]>;
  /** Of what is booked, or was. */
  starts_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Why it was canceled, or what the applicant wrote who wants other times. */
  reply: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of its entry in calendars. */
  sequence: Generated<number>;
  /** Of the proposal, which can be undone while that waits in the outbox. */
  mail_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** When the applicant sees it. */
  visible_at: Date;
  /** Before a decision about the application ended it; the applicant sees it until `ends_at`. */
  ended_from: ColumnType<InterviewState | null, never, InterviewState | null>;
  ends_at: ColumnType<Date | null, never, Date | null>;
  /** Of the mail that tells the applicant of the decision. */
  ending_mail_id: ColumnType<number | null, never, number | null>;
  /** Of the mail that cancels it in the calendar of whoever proposed it. */
  host_mail_id: ColumnType<number | null, never, number | null>;
}
