import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import { type JobFormViolation, type JobRule, MAX_PERIOD_MONTHS } from '#contract/job-form/job-form-rules.js';
import { endOfDay } from '#shared/time-zones/zoned-days.js';
import type { PlaceFinder } from '../../reference/places/place-finder.port.js';
import { readPostalCodes } from '../../reference/places/postal/postal-codes.js';
import { type Checking, checkFields, numberOf, valuesOf } from '../forms/check-fields.js';
import { dayOf } from '../forms/field-values.js';

interface CheckingJob extends Checking {
  /** Before it, nothing can be published or end. */
  now: Date;
  /** In which the dates of the form are meant. */
  timeZone: string;
}

/** What is wrong with what a job's form holds. @param fields those that are looked at */
export function checkJob(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  checking: CheckingJob,
): JobFormViolation[] {
  const isUnpaid = isVolunteering(values, checking);
  const asked = fields.map((field) => (isUnpaid && PAY.includes(field.name) ? { ...field, required: false } : field));
  const together = [...checkTogether(values, checking), ...checkPeriod(values, checking)];
  return checkFields<JobRule>(asked, isUnpaid ? withoutZeroPay(values) : values, checking, together);
}

const PAY: readonly string[] = ['minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'];

/** Volunteers are not paid: what a site asks for about pay is asked of other jobs. */
function isVolunteering(values: FieldValues, { terms }: CheckingJob): boolean {
  const types = valuesOf(values, 'employmentType');
  return types.length > 0 && types.every((tid) => terms.find(Number(tid))?.slug === 'volunteer');
}

/** Whoever types 0 says that there is none. */
function withoutZeroPay(values: FieldValues): FieldValues {
  const zeros = ['minSalary', 'maxSalary'].filter((name) => numberOf(valuesOf(values, name)[0] ?? '') === 0);
  return { ...values, ...Object.fromEntries(zeros.map((name) => [name, []])) };
}

/** With a day for leap years. */
const MAX_PERIOD_DAYS = Math.ceil((MAX_PERIOD_MONTHS * 365) / 12) + 1;
const DAY_MS = 86_400_000;

/** A date that lies years back or ahead is a slip of the hand. */
function checkPeriod(values: FieldValues, { now, timeZone }: CheckingJob): JobFormViolation[] {
  const [start, end] = ['published', 'expiration'].map((name) => {
    const [day] = valuesOf(values, name);
    return day !== undefined && dayOf(day) ? endOfDay(day, timeZone) : undefined;
  });
  const last = (from: Date) => new Date(from.getTime() + MAX_PERIOD_DAYS * DAY_MS);
  const violations: JobFormViolation[] = [];
  if (start && start < now) violations.push({ field: 'published', rule: 'past' });
  else if (start && start > last(now)) violations.push({ field: 'published', rule: 'tooFar' });
  if (end && end > last(start && start > now ? start : now)) violations.push({ field: 'expiration', rule: 'tooFar' });
  return violations;
}

/** What fields say against each other. */
function checkTogether(values: FieldValues, { terms, now, timeZone }: CheckingJob): JobFormViolation[] {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const violations: JobFormViolation[] = [];
  const workplace = one('remoteOptions');
  const isRemote = workplace !== undefined && terms.find(Number(workplace))?.slug === 'remote';
  if (!isRemote && !one('locality') && !one('zip')) violations.push({ field: 'locality', rule: 'place' });
  if ((one('locality') ?? one('zip')) && !one('countryCode'))
    violations.push({ field: 'countryCode', rule: 'required' });
  const [least, most] = ['minSalary', 'maxSalary'].map((name) => numberOf(one(name) ?? ''));
  if (least !== undefined && most !== undefined && least > most) violations.push({ field: 'maxSalary', rule: 'order' });
  if (least || most) {
    for (const field of ['currencyCode', 'salaryUnit']) if (!one(field)) violations.push({ field, rule: 'payUnit' });
  }
  const [start, end] = ['published', 'expiration'].map((name) => (dayOf(one(name) ?? '') ? one(name) : undefined));
  if (end && endOfDay(end, timeZone) <= now) violations.push({ field: 'expiration', rule: 'past' });
  else if (start && end && end < start) violations.push({ field: 'expiration', rule: 'beforeStart' });
  const workflow = one('applicationWorkflow');
  if (workflow === 'email' && !one('applicationEmails'))
    violations.push({ field: 'applicationEmails', rule: 'required' });
  if (workflow === 'link' && !one('applicationLink')) violations.push({ field: 'applicationLink', rule: 'required' });
  return violations;
}

/** Of whose postal codes we know the form, and all beginnings. */
const KNOWN_CODES: readonly string[] = ['CA', 'GB', 'DE'];
/** Elsewhere they are short, and have a digit. */
const POSTAL_CODE = /^(?=.*\d)[A-Z\d][A-Z\d -]{1,9}$/i;

/** @returns what looks like a mistake in what a job's form holds: whoever knows better may leave it */
export async function warnOfJob(values: FieldValues, places: PlaceFinder): Promise<JobFormViolation[]> {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const [country, area, locality, zip] = ['countryCode', 'administrativeArea', 'locality', 'zip'].map(one);
  const warnings: JobFormViolation[] = [];
  if (locality !== undefined) {
    const typed = { locality, isRemote: false, ...(country ? { country } : {}), ...(area ? { area } : {}) };
    if (!(await places.find(typed)).place) warnings.push({ field: 'locality', rule: 'unknownPlace' });
  }
  if (zip !== undefined && !isPostalCode(zip, country)) warnings.push({ field: 'zip', rule: 'postalCode' });
  return warnings;
}

function isPostalCode(text: string, country: string | undefined): boolean {
  if (country === undefined || !KNOWN_CODES.includes(country)) return POSTAL_CODE.test(text);
  return readPostalCodes(text, [country]).some((place) => place.country === country);
}
