/** What a file can say of a resume, by the field's name in the contract. */
export const IMPORTED_FIELDS = [
  ...(['firstName', 'lastName', 'phone', 'birthday', 'homeLocation', 'title', 'about'] as const),
  ...(['workExperience', 'education', 'languages', 'skills'] as const),
] as const;
export type ImportedField = (typeof IMPORTED_FIELDS)[number];

/** A value, and where it was read. */
export interface ProposedValue {
  /** Of the field; of an entry, of its part. */
  name: string;
  value: string;
  /** Numbers of the lines it was read from, from 0, in their order; at least one. */
  lines: readonly number[];
}

/** One thing that a person takes or leaves: a single value, or an entry with its parts. */
export interface ProposedItem {
  field: ImportedField;
  values: readonly ProposedValue[];
}

/** A line of the text with its number. */
export interface Line {
  number: number;
  text: string;
}

export function value(name: string, text: string, ...lines: readonly Line[]): ProposedValue[] {
  return text === '' ? [] : [{ name, value: text, lines: lines.map(({ number }) => number) }];
}

/** @returns nothing where there is no value */
export function item(field: ImportedField, values: readonly ProposedValue[]): ProposedItem[] {
  return values.length > 0 ? [{ field, values }] : [];
}
