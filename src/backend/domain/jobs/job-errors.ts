import { MAX_DESCRIPTIONS_PER_DAY } from '#contract/job-form/job-description.js';
import { type JobRule, MAX_PERIOD_MONTHS } from '#contract/job-form/job-form-rules.js';
import { formErrorsWith } from '../forms/form-errors.js';

export const jobErrors = formErrorsWith<JobRule>('job', {
  order: {},
  past: {},
  beforeStart: {},
  notAhead: {},
  tooFar: { months: MAX_PERIOD_MONTHS },
  unknownPlace: {},
  postalCode: {},
  place: {},
  payUnit: {},
  reason: {},
  state: {},
  actor: {},
  review: {},
  noReview: {},
  unverified: {},
  organization: {},
  waiting: {},
  type: {},
  closing: {},
  descriptions: { max: MAX_DESCRIPTIONS_PER_DAY },
});
