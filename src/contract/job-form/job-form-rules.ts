import { MAX_CHOICES } from '../applications/screening.js';
import type { CheckedRules, FormRule, FormViolation } from '../defined-form/form-rules.js';

/** What can be wrong with a job's form, besides what can be wrong with any. */
export type JobRule =
  | 'order'
  | 'past'
  | 'beforeStart'
  | 'notAhead'
  | 'tooFar'
  | 'place'
  | 'payUnit'
  /** Of screening questions. */
  | 'choicesFew'
  | 'choicesMany'
  | 'acceptedUnknown'
  | 'numberOrder'
  /** Of warnings. */
  | 'unknownPlace'
  | 'postalCode'
  | 'reason'
  /** Of steps. */
  | 'state'
  | 'actor'
  | 'review'
  | 'noReview'
  | 'unverified'
  /** Nobody of the site has approved the recruiter yet. */
  | 'unapproved'
  | 'organization'
  | 'waiting'
  | 'type'
  /** Of publishing: it costs a credit, and the organization has none. */
  | 'credits'
  /** Of placements: as many days as are offered, and as the organization has. */
  | 'placementDays'
  | 'tooFewDays'
  /** Of archiving: somebody waits for a decision, and is told nothing. */
  | 'closing'
  /** Of the same: something in the words is still to be filled in. */
  | 'placeholder'
  /** Of generating a description: the organization has had as many as it may today. */
  | 'descriptions'
  /** Of taking the description from the file: it has no text that can be read, or it could not be read in time. */
  | 'fileText'
  | 'fileBusy';

/** For so long at most a job is scheduled ahead, and shown. */
export const MAX_PERIOD_MONTHS = 12;

export type JobFormViolation = FormViolation<FormRule | JobRule>;

/** The rules that a browser checks as well. */
export const CHECKED_JOB_RULES = {
  order: {},
  past: {},
  beforeStart: {},
  tooFar: { months: MAX_PERIOD_MONTHS },
  place: {},
  payUnit: {},
  choicesFew: {},
  choicesMany: { max: MAX_CHOICES },
  acceptedUnknown: {},
  numberOrder: {},
} as const satisfies CheckedRules<JobRule>;
