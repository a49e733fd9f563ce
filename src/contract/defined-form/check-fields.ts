import { checkEmail, normalizeEmail } from '../accounts/account-rules.js';
import { videoOf } from '../pages/video-address.js';
import { entryFieldName, type EntryField, type FieldDefinition, type FieldValues, readEntry } from './defined-form.js';
import { dayOf, hasWords, isWebAddress, monthOf, numberOf, valuesOf, YES } from './field-values.js';
import type { FormRule, FormViolation } from './form-rules.js';

/** The properties of a field that rules use. */
export type RuledField = Omit<FieldDefinition, 'step' | 'weight'>;

/** Reference data that rules use. The server has all of it; a browser only what its page contains. */
export interface ReferenceFacts {
  isTerm: (tid: number, vocabulary: string | undefined) => boolean;
  /** Slug of a term. */
  slugOf: (tid: number) => string | undefined;
  isCountry: (code: string) => boolean;
}

const MAX_NUMBER = 10_000_000;

/**
 * Validates the values of a form, by the site's field definitions (`entityDefinition`). Browser and server use the same function
 * (VALID-03).
 *
 * @param fields the fields to check; hidden ones are skipped
 * @param together violations between fields; ignored for fields that are invalid by themselves
 */
export function checkFields<Rule extends string = never>(
  fields: readonly RuledField[],
  values: FieldValues,
  facts: ReferenceFacts,
  together: readonly FormViolation<FormRule | Rule>[] = [],
): FormViolation<FormRule | Rule>[] {
  const shown = fields.filter(({ isHidden }) => !isHidden);
  const ofEach = shown.flatMap((field): FormViolation[] => {
    const own = valuesOf(values, field.name);
    const broken = checkField(field, own, facts);
    if (broken) return [{ field: field.name, ...broken }];
    return field.type === 'entries' ? checkEntries(field, own, facts) : [];
  });
  const broken = new Set(ofEach.map(({ field }) => field));
  const place = new Map(shown.map(({ name }, index) => [name, index]));
  // For a field of an entry, the position of the entries' field counts.
  const placeOf = ({ field = '' }: { field?: string }): number => place.get(field.split('.')[0]!) ?? -1;
  const ofSeveral = together.filter((violation) => placeOf(violation) >= 0 && !broken.has(violation.field));
  return [...ofEach, ...ofSeveral].sort((one, other) => placeOf(one) - placeOf(other));
}

function checkEntries(
  { name, settings }: RuledField,
  values: readonly string[],
  facts: ReferenceFacts,
): FormViolation[] {
  return values.flatMap((value, index) => {
    const entry = readEntry(value) ?? {};
    return (settings.fields ?? []).flatMap((field): FormViolation[] => {
      const typed = entry[field.name];
      const one = { ...field, multiple: false };
      const broken = checkField(one, typed === undefined ? [] : [typed], facts);
      return broken ? [{ field: entryFieldName(name, index + 1, field.name), ...broken }] : [];
    });
  });
}

type CheckedField = EntryField & Pick<FieldDefinition, 'multiple' | 'maxNumItems'>;

function checkField(
  field: CheckedField,
  values: readonly string[],
  facts: ReferenceFacts,
): Pick<FormViolation, 'rule' | 'values'> | undefined {
  const { required, multiple, maxNumItems, type } = field;
  if (values.length === 0) return required ? { rule: 'required' } : undefined;
  const most = multiple ? (maxNumItems ?? Infinity) : 1;
  if (values.length > most) return { rule: 'tooMany', values: { max: most } };
  const { maxLength = Infinity } = field.settings;
  for (const value of values) {
    if (type === 'rich_text' && required && !hasWords(value)) return { rule: 'required' };
    if (value.length > maxLength) return { rule: 'tooLong', values: { max: maxLength } };
    const rule = checkValue(field, value, facts);
    if (rule) return { rule };
  }
  return undefined;
}

function checkValue({ type, settings }: EntryField, value: string, facts: ReferenceFacts): FormRule | undefined {
  switch (type) {
    case 'url':
      return isWebAddress(value) ? undefined : 'url';
    case 'video':
      return videoOf(value) ? undefined : 'video';
    case 'email':
      return checkEmail(normalizeEmail(value)).length === 0 ? undefined : 'email';
    case 'term':
      return /^\d{1,9}$/.test(value) && facts.isTerm(Number(value), settings.vocabulary) ? undefined : 'term';
    case 'boolean':
      return value === YES ? undefined : 'choice';
    case 'choice':
      return settings.choices?.includes(value) ? undefined : 'choice';
    case 'country':
      return /^[A-Z]{2}$/.test(value) && facts.isCountry(value) ? undefined : 'country';
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

function checkNumber(value: string, isWhole: boolean): FormRule | undefined {
  const number = numberOf(value);
  if (number === undefined || number > MAX_NUMBER) return 'number';
  if (number <= 0) return 'positive';
  return isWhole && !Number.isInteger(number) ? 'whole' : undefined;
}
