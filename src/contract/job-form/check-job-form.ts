import { daysBetween, dayIn } from '#shared/time-zones/time-zone.js';
import { checkFields, type ReferenceFacts, type RuledField } from '../defined-form/check-fields.js';
import { checkScreening, MAX_CHOICES } from '../applications/screening.js';
import { entryFieldName, type FieldValues, readEntry } from '../defined-form/defined-form.js';
import { dayOf, numberOf, valuesOf } from '../defined-form/field-values.js';
import type { CheckedRules, FormRule, FormViolation } from '../defined-form/form-rules.js';

/** Maximum number of months for which a job can be scheduled ahead, and shown. */
export const MAX_PERIOD_MONTHS = 12;

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

export interface JobFacts extends ReferenceFacts {
  /** Publication and end must be after this time. */
  now: Date;
  /** Time zone of the dates in the form. */
  timeZone: string;
}

/** Fields that rules compare. A browser needs their values even if they belong to another step. */
export const COMPARED_JOB_FIELDS: readonly string[] = [
  ...['employmentType', 'minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'],
  ...['remoteOptions', 'locality', 'zip', 'countryCode', 'published', 'expiration'],
  ...['applicationWorkflow', 'applicationEmails', 'applicationLink'],
];

/** Slugs of the terms that rules use. */
const VOLUNTEER = 'volunteer';
const REMOTE = 'remote';
export const COMPARED_JOB_TERMS: readonly string[] = [VOLUNTEER, REMOTE];
/** Fields that depend on those terms, by the field that contains the terms. */
export const FIELDS_BY_JOB_TERMS: Readonly<Record<string, readonly string[]>> = {
  employmentType: ['minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'],
  remoteOptions: ['locality'],
};

/** Validates the job form. @param fields the fields to check */
export function checkJobForm(fields: readonly RuledField[], values: FieldValues, facts: JobFacts): JobFormViolation[] {
  const isUnpaid = isVolunteering(values, facts);
  const applicable = fields.map((field) =>
    isUnpaid && PAY.includes(field.name) ? { ...field, required: false } : field,
  );
  const together = [...checkTogether(values, facts), ...checkPeriod(values, facts)];
  return checkFields<JobRule>(applicable, isUnpaid ? withoutZeroPay(values) : values, facts, together);
}

const PAY = FIELDS_BY_JOB_TERMS.employmentType!;

/** Volunteers are not paid, so a site's required fields about pay apply only to other jobs. */
function isVolunteering(values: FieldValues, { slugOf }: JobFacts): boolean {
  const types = valuesOf(values, 'employmentType');
  return types.length > 0 && types.every((tid) => slugOf(Number(tid)) === VOLUNTEER);
}

/** A pay of 0 means that none is stated. */
function withoutZeroPay(values: FieldValues): FieldValues {
  const zeros = ['minSalary', 'maxSalary'].filter((name) => numberOf(valuesOf(values, name)[0] ?? '') === 0);
  return { ...values, ...Object.fromEntries(zeros.map((name) => [name, []])) };
}

/** Rounded up, with one more day for leap years. */
const MAX_PERIOD_DAYS = Math.ceil((MAX_PERIOD_MONTHS * 365) / 12) + 1;

/** @returns whether a job that is published on one day, such as `2026-11-21`, may be shown until the other */
export function isWithinPeriod(start: string, end: string): boolean {
  return daysBetween(start, end) <= MAX_PERIOD_DAYS;
}

/** Rejects dates in the distant past or future, which are typing errors. */
function checkPeriod(values: FieldValues, facts: JobFacts): JobFormViolation[] {
  const today = todayOf(facts);
  const [start, end] = periodOf(values);
  const violations: JobFormViolation[] = [];
  if (start && start < today) violations.push({ field: 'published', rule: 'past' });
  else if (start && daysBetween(today, start) >= MAX_PERIOD_DAYS)
    violations.push({ field: 'published', rule: 'tooFar' });
  const isAhead = start !== undefined && start >= today;
  const days = end ? daysBetween(isAhead ? start : today, end) : 0;
  // Without a future start, the current day counts, although part of it is over.
  if (isAhead ? days > MAX_PERIOD_DAYS : days >= MAX_PERIOD_DAYS)
    violations.push({ field: 'expiration', rule: 'tooFar' });
  return violations;
}

/** Checks rules that compare fields. */
function checkTogether(values: FieldValues, facts: JobFacts): JobFormViolation[] {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const violations: JobFormViolation[] = [];
  const workplace = one('remoteOptions');
  const isRemote = workplace !== undefined && facts.slugOf(Number(workplace)) === REMOTE;
  if (!isRemote && !one('locality') && !one('zip')) violations.push({ field: 'locality', rule: 'place' });
  if ((one('locality') ?? one('zip')) && !one('countryCode'))
    violations.push({ field: 'countryCode', rule: 'required' });
  const [least, most] = ['minSalary', 'maxSalary'].map((name) => numberOf(one(name) ?? ''));
  if (least !== undefined && most !== undefined && least > most) violations.push({ field: 'maxSalary', rule: 'order' });
  if (least || most) {
    for (const field of ['currencyCode', 'salaryUnit']) if (!one(field)) violations.push({ field, rule: 'payUnit' });
  }
  const [start, end] = periodOf(values);
  if (end && end < todayOf(facts)) violations.push({ field: 'expiration', rule: 'past' });
  else if (start && end && end < start) violations.push({ field: 'expiration', rule: 'beforeStart' });
  const workflow = one('applicationWorkflow');
  if (workflow === 'email' && !one('applicationEmails'))
    violations.push({ field: 'applicationEmails', rule: 'required' });
  if (workflow === 'link' && !one('applicationLink')) violations.push({ field: 'applicationLink', rule: 'required' });
  valuesOf(values, 'screeningQuestions').forEach((value, index) => {
    for (const { field, rule } of checkScreening(readEntry(value) ?? {}))
      violations.push({ field: entryFieldName('screeningQuestions', index + 1, field), rule });
  });
  return violations;
}

/** Dates are compared as calendar days, because a browser cannot easily compute the bounds of a day in another time zone. */
function todayOf({ now, timeZone }: JobFacts): string {
  return dayIn(timeZone, now);
}

function periodOf(values: FieldValues): [start: string | undefined, end: string | undefined] {
  const day = (name: string): string | undefined => valuesOf(values, name).slice(0, 1).find(dayOf);
  return [day('published'), day('expiration')];
}

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
  /** For updating: the job would end later than a credit has paid for. */
  | 'paidPeriod'
  /** For placements: the number of days is not offered, or the organization has too few days. */
  | 'placementDays'
  | 'tooFewDays'
  /** For placements: the organization no longer has the number of days that the form showed. */
  | 'daysChanged'
  /** For archiving: applicants wait for a decision and have not been sent a message. */
  | 'closing'
  /** For archiving: the message contains a placeholder that is not filled in. */
  | 'placeholder'
  /** For generating a description: the organization has reached the limit of the day. */
  | 'descriptions'
  /** For extracting the description from the file: it contains no readable text, or reading took too long. */
  | 'fileText'
  | 'fileBusy';

export type JobFormViolation = FormViolation<FormRule | JobRule>;
