import type { ApplicationState } from '../generated/resolvers.js';

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
