import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import { checkJobForm, type JobFacts } from '#contract/job-form/check-job-form.js';
import type { JobFormViolation } from '#contract/job-form/job-form-rules.js';
import type { PlaceFinder } from '../../reference/places/place-finder.port.js';
import { readPostalCodes } from '../../reference/places/postal/postal-codes.js';
import { type Checking, referenceFacts } from '../forms/check-fields.js';

/** Violations in a job's form. @param fields fields to check */
export function checkJob(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  { terms, now, timeZone }: Checking & Pick<JobFacts, 'now' | 'timeZone'>,
): JobFormViolation[] {
  return checkJobForm(fields, values, { ...referenceFacts({ terms }), now, timeZone });
}

/** Countries whose postal code formats and prefixes are all known. */
const KNOWN_CODES: readonly string[] = ['CA', 'GB', 'DE'];
/** Postal codes of other countries: short, with at least one digit. */
const POSTAL_CODE = /^(?=.*\d)[A-Z\d][A-Z\d -]{1,9}$/i;

/** @returns probable mistakes in a job's form, which the author may ignore */
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
