import type { Translate } from '#shared/text/translator.js';

/**
 * Values of `go` for buttons that continue only if the form is valid. All other buttons save the entered values, valid or not, so browsers
 * do not validate for them.
 */
export const CHECKED_BUTTONS: Readonly<Record<DefinedFormName, readonly string[]>> = {
  job: ['next'],
  organization: ['publish', 'next'],
  resume: ['next', 'save'],
};

export type FieldType =
  | 'text'
  | 'rich_text'
  | 'url'
  | 'email'
  | 'term'
  | 'choice'
  | 'country'
  | 'date'
  /** A month such as `2026-11`. */
  | 'month'
  | 'number'
  /** One entry per line. */
  | 'lines'
  | 'boolean'
  /** Text with several lines. */
  | 'long_text'
  /** URL of a video that pages can embed. */
  | 'video'
  | 'file'
  | 'image'
  /**
   * Groups of subfields (`settings.fields`), each stored as JSON with the entered values by field. If it is not multiple, there is one
   * group.
   */
  | 'entries';

/** A field of a form, with everything that sites may change. */
export interface FieldDefinition<Step extends string = string> {
  name: string;
  type: FieldType;
  step: Step;
  required: boolean;
  multiple: boolean;
  /** Maximum number of items of a multiple field; undefined: no limit. */
  maxNumItems?: number;
  isHidden: boolean;
  /** Whether few people besides the author see the value. Sites cannot change this. */
  isPrivate: boolean;
  /** Fields with lower weight come first. */
  weight: number;
  settings: FieldSettings;
}

export interface FieldSettings {
  vocabulary?: string;
  maxLength?: number;
  choices?: readonly string[];
  /** For numbers: whether only integers are allowed. */
  isWhole?: boolean;
  /** For files: maximum size. */
  mostBytes?: number;
  /** Maximum width of an image in pixels; larger images are scaled down. */
  mostWidth?: number;
  /** Fields of each entry. */
  fields?: readonly EntryField[];
}

/** A field of an entry. */
export type EntryField = Pick<FieldDefinition, 'name' | 'type' | 'required' | 'settings'>;

/** The entered values of an entry, by field. */
export type EntryValues = Readonly<Record<string, string>>;

/** A site's changes to a field. */
export type FieldOverride<Step extends string = string> = Partial<
  Pick<FieldDefinition<Step>, 'step' | 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'weight'>
>;

export type FieldOverrides<Step extends string = string> = Readonly<Partial<Record<string, FieldOverride<Step>>>>;

/** The product's definition of a field: omitted properties have default values. */
export type FieldSpec = Pick<FieldDefinition, 'name' | 'type'> &
  Partial<Pick<FieldDefinition, 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'isPrivate' | 'settings'>>;

/** The entered values of a form, by field. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** @returns a parsed entry; undefined if the value is invalid */
export function readEntry(value: string): EntryValues | undefined {
  try {
    const read: unknown = JSON.parse(value);
    if (typeof read !== 'object' || read === null) return undefined;
    return Object.fromEntries(
      Object.entries(read).filter((each): each is [string, string] => typeof each[1] === 'string'),
    );
  } catch {
    return undefined;
  }
}

/** Name of an entry's field in a form and in violations. @param number starts at 1 */
export function entryFieldName(entries: string, number: number, field: string): string {
  return `${entries}.${number}.${field}`;
}

/**
 * @param wishes field definitions by step, each in order
 * @param overrides the site's changes by field name
 * @returns all fields of a form on a site, in order, including hidden ones
 */
export function definedFields<Step extends string>(
  steps: readonly Step[],
  specs: Readonly<Partial<Record<Step, readonly FieldSpec[]>>>,
  overrides: FieldOverrides<Step>,
): FieldDefinition<Step>[] {
  const all = steps.flatMap((step) =>
    (specs[step] ?? []).map((spec, index): FieldDefinition<Step> => ({
      step,
      required: false,
      multiple: false,
      weight: (index + 1) * 10,
      settings: {},
      isHidden: false,
      ...spec,
      ...overrides[spec.name],
      isPrivate: spec.isPrivate ?? false,
    })),
  );
  const place = ({ step, weight }: FieldDefinition<Step>): number => steps.indexOf(step) * 10_000 + weight;
  return all.sort((one, other) => place(one) - place(other));
}

const SHARED_FIELDS = ['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1', 'addressLine2'];

/** @returns the label of a field that is the same in all forms; undefined if the form has its own label */
export function sharedField(name: string, t: Translate): string | undefined {
  return SHARED_FIELDS.includes(name) ? t(`defined-form.field.${name}`) : undefined;
}

/** Currencies and periods of salaries in forms. */
export const SALARY_CHOICES = {
  currencyCode: ['CAD', 'USD', 'GBP', 'EUR', 'CHF'],
  salaryUnit: ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR'],
} as const;

/** Names of the forms whose fields are defined by data. */
export type DefinedFormName = 'job' | 'organization' | 'resume';
