import { MAX_DESCRIPTIONS_PER_DAY } from '#contract/job-form/job-form.js';
import { CHECKED_JOB_RULES, MAX_PERIOD_MONTHS, type JobRule } from '#contract/job-form/check-job-form.js';
import { formErrorsWith } from '../forms/form-rules.js';

export const jobErrors = formErrorsWith<JobRule, keyof typeof CHECKED_JOB_RULES>(
  'job',
  {
    notAhead: {},
    unknownPlace: {},
    postalCode: {},
    reason: {},
    state: {},
    actor: {},
    review: {},
    noReview: {},
    unverified: {},
    unapproved: {},
    organization: {},
    waiting: {},
    type: {},
    credits: {},
    placementDays: {},
    tooFewDays: {},
    daysChanged: {},
    closing: {},
    placeholder: {},
    fileText: {},
    fileBusy: {},
    descriptions: { max: MAX_DESCRIPTIONS_PER_DAY },
    paidPeriod: { months: MAX_PERIOD_MONTHS },
  },
  CHECKED_JOB_RULES,
);
