import type { ApplicationState } from '../generated/resolvers.js';

/** All states of an application, in the order of lists. */
export const APPLICATION_STATES = [
  'new',
  'in_review',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
] as const satisfies readonly ApplicationState[];

/** Maximum length of a search term in the applications for a job. */
export const MAX_APPLICATION_SEARCH_LENGTH = 100;

/** Hours of a working day, in the site's time zone, between which digests are sent; a late digest is still useful until noon. */
export const DIGEST_HOURS = { from: 7, until: 12 } as const;

/** Number of calendar days without an answer after which a digest mentions an applicant: more than a weekend. */
export const DIGEST_WAIT_DAYS = 5;

/** Maximum number of times for an interview that can be proposed at once. */
export const MAX_SLOTS = 5;

/** Possible lengths of an interview, in minutes. */
export const INTERVIEW_MINUTES: readonly number[] = [15, 30, 45, 60, 90, 120, 180];

/** Maximum length of the place of an interview, or of the link to it. */
export const MAX_PLACE_LENGTH = 300;

/** Maximum length of a note with a proposal, of the reason for a cancellation, and of an applicant's answer. */
export const MAX_INTERVIEW_NOTE_LENGTH = 2000;

/** Maximum number of days between now and a proposed interview; this also detects mistyped years. */
export const MAX_DAYS_AHEAD = 365;

/** Maximum length of an internal note about an applicant. */
export const MAX_NOTE_LENGTH = 5000;

export const MAX_NOTES = 200;

/** Maximum number of colleagues who are notified of a note. */
export const MAX_MENTIONS = 10;

export const MAX_TAG_LENGTH = 40;

/** Maximum number of tags per application. */
export const MAX_TAGS = 20;

/** The best rating; the worst is 1. */
export const MAX_RATING = 5;

/** Maximum length of the name of an organization's answer template. */
export const MAX_TEMPLATE_NAME_LENGTH = 60;
/** Maximum number of templates per organization. */
export const MAX_TEMPLATES = 50;

/** States to which an employer may move one or many applications together with an answer. */
export const ANSWER_STATES = [
  'in_review',
  'interview',
  'offer',
  'hired',
  'declined',
] as const satisfies readonly ApplicationState[];

/** Minutes for which an email to an applicant is delayed, so that its author can cancel it. */
export const ANSWER_DELAY_MINUTES = 10;

/** Period covered by the statistics about answers, in days. */
export const MEASURED_DAYS = 90;

/** Number of days without an answer after which an applicant counts as waiting. */
export const LONG_WAIT_DAYS = 10;

/** States in which an applicant has no decision yet. An offer is a decision: these applicants get no closing message. */
export const WAITING_STATES: readonly ApplicationState[] = ['new', 'in_review', 'interview'];

/** Languages of the messages that an employer may send when a job is closed. */
export const CLOSING_LANGUAGES = ['en', 'de', 'fr'] as const;

/** Placeholder for each applicant's name in a message to several applicants. */
export const NAME_PLACEHOLDER = '{name}';

/** Maximum lengths of messages sent through the site: to its operators, or from employers to applicants. */
export const MAX_SUBJECT_LENGTH = 200;
export const MAX_BODY_LENGTH = 10_000;

/** @param index zero-based @returns the name of the field for a proposed time of an interview, which errors refer to */
export function slotField(index: number): string {
  return `start${index + 1}`;
}

/** Whether external input is a valid state. */
export function isApplicationState(text: string | null | undefined): text is ApplicationState {
  return APPLICATION_STATES.some((state) => state === text);
}
