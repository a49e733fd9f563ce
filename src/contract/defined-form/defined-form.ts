export type FieldType =
  | 'text'
  | 'rich_text'
  | 'url'
  | 'email'
  | 'term'
  | 'choice'
  | 'country'
  | 'date'
  /** `2026-11`. */
  | 'month'
  | 'number'
  /** One entry a line. */
  | 'lines'
  | 'boolean'
  /** Of several lines. */
  | 'long_text'
  /** The address of a video that pages can show. */
  | 'video'
  | 'file'
  | 'image'
  /** Of fields of their own (`settings.fields`), each as JSON: what was typed, by field. Where it is not multiple, it is one such group. */
  | 'entries';

/** A field of a form: everything that sites may want otherwise. */
export interface FieldDefinition<Step extends string = string> {
  name: string;
  type: FieldType;
  step: Step;
  required: boolean;
  multiple: boolean;
  /** Where it is multiple; undefined: any number. */
  maxNumItems?: number;
  isHidden: boolean;
  /** Few people see it besides who fills it in. No site decides otherwise. */
  isPrivate: boolean;
  /** Lighter ones stand above. */
  weight: number;
  settings: FieldSettings;
}

export interface FieldSettings {
  vocabulary?: string;
  maxLength?: number;
  choices?: readonly string[];
  /** Of a number: without a fraction. */
  isWhole?: boolean;
  /** Of a file. */
  mostBytes?: number;
  /** To which a picture is brought, in pixels. */
  mostWidth?: number;
  /** Of each entry. */
  fields?: readonly EntryField[];
}

/** A field of an entry. */
export type EntryField = Pick<FieldDefinition, 'name' | 'type' | 'required' | 'settings'>;

/** What an entry holds, by field, as it was typed. */
export type EntryValues = Readonly<Record<string, string>>;

/** What a site wants otherwise of a field. */
export type FieldOverride<Step extends string = string> = Partial<
  Pick<FieldDefinition<Step>, 'step' | 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'weight'>
>;

export type FieldOverrides<Step extends string = string> = Readonly<Partial<Record<string, FieldOverride<Step>>>>;

/** A field as the product has it by itself: what is left out is as most fields are. */
export type FieldSpec = Pick<FieldDefinition, 'name' | 'type'> &
  Partial<Pick<FieldDefinition, 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'isPrivate' | 'settings'>>;

/** What a form holds, by field, as it was typed. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** @returns an entry as a form holds it; undefined for what is none */
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

/** What a field of an entry is called in a form, and where faults are told of it. @param number from 1 */
export function entryFieldName(entries: string, number: number, field: string): string {
  return `${entries}.${number}.${field}`;
}

/**
 * @param wishes by step, each in its order
 * @param overrides of the site, by the field's name
 * @returns what a form asks for on a site, in its order; hidden ones as well
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
