/** Fields of a resume that a file can contain, named as in the contract. */
export const IMPORTED_FIELDS = [
  ...(['firstName', 'lastName', 'phone', 'birthday', 'homeLocation', 'title', 'about'] as const),
  ...(['workExperience', 'education', 'languages', 'skills'] as const),
] as const;
export type ImportedField = (typeof IMPORTED_FIELDS)[number];

/** A value, with the lines it was read from. */
export interface ProposedValue {
  /** Name of the field, or of the part of an entry. */
  name: string;
  value: string;
  /** Numbers of the lines that it was read from, counted from 0 and ascending; at least one. */
  lines: readonly number[];
}

/** Something that a person accepts or rejects as a whole: a single value, or an entry with its parts. */
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

/** @returns an empty list if there is no value */
export function item(field: ImportedField, values: readonly ProposedValue[]): ProposedItem[] {
  return values.length > 0 ? [{ field, values }] : [];
}
