import { MAX_CHOICES } from '../applications/screening.js';
import type { CheckedRules, FormRule, FormViolation } from '../defined-form/form-rules.js';

/** Rules of a job's form, besides the rules of any form. */
export type JobRule =
  | 'order'
  | 'past'
  | 'beforeStart'
  | 'notAhead'
  | 'tooFar'
  | 'place'
  | 'payUnit'
  /** For screening questions. */
  | 'choicesFew'
  | 'choicesMany'
  | 'acceptedUnknown'
  | 'numberOrder'
  /** For warnings. */
  | 'unknownPlace'
  | 'postalCode'
  | 'reason'
  /** For steps such as publishing. */
  | 'state'
  | 'actor'
  | 'review'
  | 'noReview'
  | 'unverified'
  /** The recruiter has not been approved by the site yet. */
  | 'unapproved'
  | 'organization'
  | 'waiting'
  | 'type'
  /** For publishing: the organization has no credit for it. */
  | 'credits'
  /** For placements: the number of days is not offered, or the organization has too few days. */
  | 'placementDays'
  | 'tooFewDays'
  /** For archiving: applicants wait for a decision and have not been sent a message. */
  | 'closing'
  /** For archiving: the message contains a placeholder that is not filled in. */
  | 'placeholder'
  /** For generating a description: the organization has reached the limit of the day. */
  | 'descriptions'
  /** For extracting the description from the file: it contains no readable text, or reading took too long. */
  | 'fileText'
  | 'fileBusy';

/** Maximum number of months for which a job can be scheduled ahead, and shown. */
export const MAX_PERIOD_MONTHS = 12;

export type JobFormViolation = FormViolation<FormRule | JobRule>;

/** The rules that browsers check as well. */
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
