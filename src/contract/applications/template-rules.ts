import type { ApplicationState } from '../generated/resolvers.js';

/** Of templates that an organization writes for its answers to applicants. */
export const MAX_TEMPLATE_NAME_LENGTH = 60;
/** Of one organization. */
export const MAX_TEMPLATES = 50;

/** Where an employer may move an application with an answer, or many at once. */
export const ANSWER_STATES = [
  'in_review',
  'interview',
  'offer',
  'hired',
  'declined',
] as const satisfies readonly ApplicationState[];
