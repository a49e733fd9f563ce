import { checkEmail, normalizeEmail } from '../../../contract/account-rules.js';
import type { JobFormFault, JobFormRule } from '../../../contract/job-form/job-form-rules.js';
import type { FieldDefinition, FieldValues } from '../../../contract/job-form/job-form.js';
import { isCountry } from '../../import/fields/countries.js';
import type { TermCatalog } from '../../taxonomy/term-catalog.js';
import { hasWords } from './rich-text.js';
import { dayOf, endOfDay } from './form-dates.js';

export interface Checking {
  terms: TermCatalog;
  /** Before it, nothing can be published or end. */
  now: Date;
}

const MOST_SALARY = 10_000_000;
/** Of a box that is ticked; one that is not holds nothing. */
export const YES = 'yes';

/**
 * What is wrong with what a form holds, by the site's own data of its fields (`entityDefinition`).
 *
 * @param fields those that are looked at; hidden ones are not
 */
export function checkFields(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  checking: Checking,
): JobFormFault[] {
  const shown = fields.filter(({ isHidden }) => !isHidden);
  const ofEach = shown.flatMap((field) => {
    const rule = checkField(field, valuesOf(values, field.name), checking);
    return rule ? [{ field: field.name, rule }] : [];
  });
  const broken = new Set(ofEach.map(({ field }) => field));
  const names = new Set(shown.map(({ name }) => name));
  const together = checkTogether(values, checking).filter(
    ({ field }) => field !== undefined && names.has(field) && !broken.has(field),
  );
  const place = new Map(shown.map(({ name }, index) => [name, index]));
  return [...ofEach, ...together].sort((one, other) => place.get(one.field!)! - place.get(other.field!)!);
}

/** Without those that are empty. */
export function valuesOf(values: FieldValues, name: string): string[] {
  return (Object.hasOwn(values, name) ? values[name]! : []).map((value) => value.trim()).filter(Boolean);
}

function checkField(field: FieldDefinition, values: readonly string[], checking: Checking): JobFormRule | undefined {
  const { required, multiple, maxNumItems, type } = field;
  if (values.length === 0) return required ? 'required' : undefined;
  if (values.length > (multiple ? (maxNumItems ?? Infinity) : 1)) return 'tooMany';
  for (const value of values) {
    if (type === 'rich_text' && required && !hasWords(value)) return 'required';
    if (value.length > (field.settings.maxLength ?? Infinity)) return 'tooLong';
    const rule = checkValue(field, value, checking);
    if (rule) return rule;
  }
  return undefined;
}

function checkValue({ type, settings }: FieldDefinition, value: string, { terms }: Checking): JobFormRule | undefined {
  switch (type) {
    case 'url':
      return isWebAddress(value) ? undefined : 'url';
    case 'email':
      return checkEmail(normalizeEmail(value)).length === 0 ? undefined : 'email';
    case 'term':
      return /^\d{1,9}$/.test(value) && terms.find(Number(value))?.vid === settings.vocabulary ? undefined : 'term';
    case 'boolean':
      return value === YES ? undefined : 'choice';
    case 'choice':
      return settings.choices?.includes(value) ? undefined : 'choice';
    case 'country':
      return /^[A-Z]{2}$/.test(value) && isCountry(value) ? undefined : 'country';
    case 'date':
      return dayOf(value) ? undefined : 'date';
    case 'number':
      return checkNumber(value);
    default:
      return undefined;
  }
}

/** Also with spaces or commas between thousands. @returns undefined for what is no number */
export function numberOf(value: string): number | undefined {
  const plain = value.replace(/[\s\u00a0\u202f'’]|,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return /^-?\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

function checkNumber(value: string): JobFormRule | undefined {
  const number = numberOf(value);
  if (number === undefined || number > MOST_SALARY) return 'number';
  return number > 0 ? undefined : 'positive';
}

export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  return hostname.includes('.') && username === '' && password === '';
}

/** What fields say against each other. */
function checkTogether(values: FieldValues, { terms, now }: Checking): JobFormFault[] {
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
