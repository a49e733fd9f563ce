import { checkEmail, normalizeEmail } from '#contract/accounts/account-rules.js';
import {
  entryFieldName,
  type EntryField,
  type FieldDefinition,
  type FieldValues,
  readEntry,
} from '#contract/defined-form/defined-form.js';
import { videoOf } from '#contract/pages/video-address.js';
import type { FormViolation, FormRule } from '#contract/defined-form/form-rules.js';
import { isCountry } from '../../reference/places/countries.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { dayOf, monthOf } from './field-values.js';
import { hasWords } from './rich-text.js';

export interface Checking {
  terms: Pick<TermCatalog, 'find'>;
}

const MAX_NUMBER = 10_000_000;
/** Of a box that is ticked; one that is not holds nothing. */
export const YES = 'yes';

/**
 * What is wrong with what a form holds, by the site's own data of its fields (`entityDefinition`).
 *
 * @param fields those that are looked at; hidden ones are not
 * @param together what fields say against each other; left out of fields that are wrong by themselves
 */
export function checkFields<Rule extends string = never>(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  checking: Checking,
  together: readonly FormViolation<FormRule | Rule>[] = [],
): FormViolation<FormRule | Rule>[] {
  const shown = fields.filter(({ isHidden }) => !isHidden);
  const ofEach = shown.flatMap((field): FormViolation[] => {
    const own = valuesOf(values, field.name);
    const rule = checkField(field, own, checking);
    if (rule) return [{ field: field.name, rule }];
    return field.type === 'entries' ? checkEntries(field, own, checking) : [];
  });
  const broken = new Set(ofEach.map(({ field }) => field));
  const place = new Map(shown.map(({ name }, index) => [name, index]));
  // Of an entry it is the field of the entries that is looked at.
  const placeOf = ({ field = '' }: { field?: string }): number => place.get(field.split('.')[0]!) ?? -1;
  const ofSeveral = together.filter((violation) => placeOf(violation) >= 0 && !broken.has(violation.field));
  return [...ofEach, ...ofSeveral].sort((one, other) => placeOf(one) - placeOf(other));
}

function checkEntries(
  { name, settings }: FieldDefinition,
  values: readonly string[],
  checking: Checking,
): FormViolation[] {
  return values.flatMap((value, index) => {
    const entry = readEntry(value) ?? {};
    return (settings.fields ?? []).flatMap((field): FormViolation[] => {
      const typed = entry[field.name];
      const one = { ...field, multiple: false };
      const rule = checkField(one, typed === undefined ? [] : [typed], checking);
      return rule ? [{ field: entryFieldName(name, index + 1, field.name), rule }] : [];
    });
  });
}

/** Without those that are empty. */
export function valuesOf(values: FieldValues, name: string): string[] {
  return (Object.hasOwn(values, name) ? values[name]! : []).map((value) => value.trim()).filter(Boolean);
}

type CheckedField = EntryField & Pick<FieldDefinition, 'multiple' | 'maxNumItems'>;

function checkField(field: CheckedField, values: readonly string[], checking: Checking): FormRule | undefined {
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

function checkValue({ type, settings }: EntryField, value: string, { terms }: Checking): FormRule | undefined {
  switch (type) {
    case 'url':
      return isWebAddress(value) ? undefined : 'url';
    case 'video':
      return videoOf(value) ? undefined : 'video';
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
    case 'month':
      return monthOf(value) ? undefined : 'month';
    case 'number':
      return checkNumber(value, settings.isWhole === true);
    default:
      return undefined;
  }
}

/** Also with spaces or commas between thousands. @returns undefined for what is no number */
export function numberOf(value: string): number | undefined {
  const plain = value.replace(/[\s\u00a0\u202f'’]|,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return /^-?\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

function checkNumber(value: string, isWhole: boolean): FormRule | undefined {
  const number = numberOf(value);
  if (number === undefined || number > MAX_NUMBER) return 'number';
  if (number <= 0) return 'positive';
  return isWhole && !Number.isInteger(number) ? 'whole' : undefined;
}

export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  return hostname.includes('.') && username === '' && password === '';
}
