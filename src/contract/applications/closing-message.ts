import type { ApplicationState } from '../generated/resolvers.js';

/** Who applied and has heard neither yes nor no. An offer is an answer: whoever has one is not told that the job is over. */
export const WAITING_STATES: readonly ApplicationState[] = ['new', 'in_review', 'interview'];

/** In which an employer may write to applicants when a job is over. */
export const CLOSING_LANGUAGES = ['en', 'de', 'fr'] as const;

/** Stands in what is written to several applicants for the name of each. */
export const NAME_PLACEHOLDER = '{name}';
