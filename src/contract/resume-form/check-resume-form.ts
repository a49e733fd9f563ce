import { checkFields, type ReferenceFacts, type RuledField } from '../defined-form/check-fields.js';
import { entryFieldName, type EntryValues, type FieldValues, readEntry } from '../defined-form/defined-form.js';
import { dayOf, monthOf, numberOf, valuesOf } from '../defined-form/field-values.js';
import type { FormRule, FormViolation } from '../defined-form/form-rules.js';
import type { ResumeRule } from './resume-form.js';

export type ResumeViolation = FormViolation<FormRule | ResumeRule>;

/** Fields that rules compare with those of other steps: texts that recruiters read must not contain these values. */
export const COMPARED_RESUME_FIELDS: readonly string[] = ['firstName', 'lastName', 'phone'];

const OLDEST = 110;

/** Validates the resume form. @param fields the fields to check @param values values of the whole form */
export function checkResumeForm(
  fields: readonly RuledField[],
  values: FieldValues,
  facts: ReferenceFacts & { now: Date },
): ResumeViolation[] {
  return checkFields<ResumeRule>(fields, values, facts, [
    ...checkTogether(values, facts.now),
    ...checkPrivate(fields, values),
  ]);
}

/**
 * Whether texts that recruiters read contain the name or telephone number that a person is about to give (APP-04). Each text was checked
 * when it was saved, but perhaps before the person gave a name and number.
 *
 * @param changed names of the fields that are being saved
 * @param values values of the whole form after saving
 */
export function checkRevealed(
  fields: readonly RuledField[],
  changed: readonly string[],
  values: FieldValues,
): ResumeViolation[] {
  const field = COMPARED_RESUME_FIELDS.find((name) => changed.includes(name) && valuesOf(values, name).length > 0);
  if (field === undefined) return [];
  const others = fields.filter(({ name }) => !changed.includes(name));
  return checkPrivate(others, values).length > 0 ? [{ field, rule: 'revealed' }] : [];
}

/** Checks rules that compare fields. */
function checkTogether(values: FieldValues, now: Date): ResumeViolation[] {
  const violations: ResumeViolation[] = [];
  const birthday = dayOf(valuesOf(values, 'birthday')[0] ?? '');
  if (birthday && (birthday > now || now.getUTCFullYear() - birthday.getUTCFullYear() > OLDEST))
    violations.push({ field: 'birthday', rule: 'birthday' });
  for (const name of ['education', 'workExperience', 'availabilityPeriods', 'desiredLocation', 'homeLocation'])
    valuesOf(values, name).forEach((text, index) => {
      const entry = readEntry(text) ?? {};
      const at = (field: string): string => entryFieldName(name, index + 1, field);
      violations.push(...checkPeriod(entry, at), ...checkPlace(entry, at));
    });
  const [pay] = valuesOf(values, 'desiredSalary');
  return [...violations, ...checkPay((pay && readEntry(pay)) || {})];
}

function checkPeriod({ from, until }: EntryValues, at: (field: string) => string): ResumeViolation[] {
  const [start, end] = [monthOf(from ?? ''), monthOf(until ?? '')];
  if (until && !from) return [{ field: at('from'), rule: 'required' }];
  return start && end && end < start ? [{ field: at('until'), rule: 'order' }] : [];
}

function checkPlace(
  { countryCode, administrativeArea, locality, zip, addressLine1 }: EntryValues,
  at: (field: string) => string,
): ResumeViolation[] {
  const isPlace = administrativeArea ?? locality ?? zip ?? addressLine1;
  return isPlace && !countryCode ? [{ field: at('countryCode'), rule: 'required' }] : [];
}

function checkPay({ minSalary, maxSalary, currencyCode, salaryUnit }: EntryValues): ResumeViolation[] {
  const at = (field: string): string => entryFieldName('desiredSalary', 1, field);
  const [least, most] = [numberOf(minSalary ?? ''), numberOf(maxSalary ?? '')];
  if (least === undefined && most === undefined)
    return (currencyCode ?? salaryUnit) ? [{ field: at('minSalary'), rule: 'required' }] : [];
  return [
    ...(least !== undefined && most !== undefined && least > most
      ? [{ field: at('maxSalary'), rule: 'order' as const }]
      : []),
    ...(currencyCode ? [] : [{ field: at('currencyCode'), rule: 'payUnit' as const }]),
    ...(salaryUnit ? [] : [{ field: at('salaryUnit'), rule: 'payUnit' as const }]),
  ];
}

/** Protects private data: texts that recruiters read must not repeat it (APP-04). */
function checkPrivate(fields: readonly RuledField[], values: FieldValues): ResumeViolation[] {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const person = { firstName: one('firstName'), lastName: one('lastName'), phone: one('phone') };
  const isWritten = (type: string): boolean => ['text', 'long_text', 'lines'].includes(type);
  return fields
    .filter(({ isPrivate, isHidden }) => !isPrivate && !isHidden)
    .flatMap((field): ResumeViolation[] => {
      const own = valuesOf(values, field.name);
      if (isWritten(field.type))
        return own.some((text) => revealsIdentity(text, person)) ? [{ field: field.name, rule: 'private' }] : [];
      if (field.type !== 'entries') return [];
      const written = (field.settings.fields ?? []).filter(({ type }) => isWritten(type));
      return own.flatMap((text, index) => {
        const entry = readEntry(text) ?? {};
        return written.flatMap(({ name }): ResumeViolation[] =>
          revealsIdentity(entry[name] ?? '', person)
            ? [{ field: entryFieldName(field.name, index + 1, name), rule: 'private' }]
            : [],
        );
      });
    });
}

const EMAIL = /[\p{L}\d._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/iu;
/** Characters that people write between the digits of a telephone number. */
const BETWEEN_DIGITS = /[\s()./\u00a0\u202f\u2010-\u2015-]+/g;
const MIN_DIGITS = 6;
/** Number of trailing digits that are compared, because they are the same with and without a country code. */
const COMPARED_DIGITS = 8;

/** Whether a text contains an email address, or the person's telephone number or full name (APP-04). */
function revealsIdentity(
  text: string,
  { firstName, lastName, phone }: Partial<Record<'firstName' | 'lastName' | 'phone', string | undefined>>,
): boolean {
  if (EMAIL.test(text)) return true;
  const digits = (phone ?? '').replace(/\D/g, '');
  if (digits.length >= MIN_DIGITS && text.replace(BETWEEN_DIGITS, '').includes(digits.slice(-COMPARED_DIGITS)))
    return true;
  if (!firstName || !lastName) return false;
  const words = folded(text);
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some((name) => words.includes(folded(name)));
}

/** Normalizes a text to words separated by spaces, without case and accents. */
function folded(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu);
  return ` ${(words ?? []).join(' ')} `;
}
