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
