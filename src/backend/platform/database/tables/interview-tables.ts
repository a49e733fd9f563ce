import type { ColumnType, Generated } from 'kysely';
import type { InterviewState } from '#contract/generated/resolvers.js';

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
