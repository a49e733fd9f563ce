import type { ApplicationState } from '../generated/resolvers.js';

/** States in which an applicant has no decision yet. An offer is a decision: these applicants get no closing message. */
export const WAITING_STATES: readonly ApplicationState[] = ['new', 'in_review', 'interview'];

/** Languages of the messages that an employer may send when a job is closed. */
export const CLOSING_LANGUAGES = ['en', 'de', 'fr'] as const;

/** Placeholder for each applicant's name in a message to several applicants. */
export const NAME_PLACEHOLDER = '{name}';
