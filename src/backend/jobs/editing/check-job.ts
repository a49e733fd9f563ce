import type { FieldDefinition, FieldValues } from '../../../contract/defined-form/defined-form.js';
import type { JobFormFault, JobRule } from '../../../contract/job-form/job-form-rules.js';
import { type Checking, checkFields, numberOf, valuesOf } from '../../defined-form/check-fields.js';
import { dayOf, endOfDay } from '../../defined-form/form-dates.js';

interface CheckingJob extends Checking {
  /** Before it, nothing can be published or end. */
  now: Date;
}

/** What is wrong with what a job's form holds. @param fields those that are looked at */
export function checkJob(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  checking: CheckingJob,
): JobFormFault[] {
  return checkFields<JobRule>(fields, values, checking, checkTogether(values, checking));
}

/** What fields say against each other. */
function checkTogether(values: FieldValues, { terms, now }: CheckingJob): JobFormFault[] {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const faults: JobFormFault[] = [];
  const workplace = one('remoteOptions');
  const isRemote = workplace !== undefined && terms.find(Number(workplace))?.slug === 'remote';
  if (!isRemote && !one('locality') && !one('zip')) faults.push({ field: 'locality', rule: 'place' });
  if ((one('locality') ?? one('zip')) && !one('countryCode')) faults.push({ field: 'countryCode', rule: 'required' });
  const [least, most] = ['minSalary', 'maxSalary'].map((name) => numberOf(one(name) ?? ''));
  if (least !== undefined && most !== undefined && least > most) faults.push({ field: 'maxSalary', rule: 'order' });
  if (least !== undefined || most !== undefined) {
    for (const field of ['currencyCode', 'salaryUnit']) if (!one(field)) faults.push({ field, rule: 'payUnit' });
  }
  const start = dayOf(one('published') ?? '');
  const end = dayOf(one('expiration') ?? '');
  if (end && endOfDay(end) <= now) faults.push({ field: 'expiration', rule: 'past' });
  else if (start && end && end < start) faults.push({ field: 'expiration', rule: 'beforeStart' });
  const workflow = one('applicationWorkflow');
  if (workflow === 'email' && !one('applicationEmails')) faults.push({ field: 'applicationEmails', rule: 'required' });
  if (workflow === 'link' && !one('applicationLink')) faults.push({ field: 'applicationLink', rule: 'required' });
  return faults;
}
