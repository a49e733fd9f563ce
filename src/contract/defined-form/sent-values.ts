import type { FieldDefinition, FieldValues } from './defined-form.js';

type Field = Pick<FieldDefinition, 'name' | 'multiple'> & { type: string };

/** Whether a field's values come joined by spaces, as those of boxes that are ticked do. */
export function isChosen({ type, multiple }: Omit<Field, 'name'>): boolean {
  return multiple && (type === 'term' || type === 'country');
}

/** @param sent what a browser sent, by the name of the field @returns the values of each field */
export function sentValues(fields: readonly Field[], sent: Readonly<Record<string, string>>): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, valuesOf(field, sent[field.name] ?? '')]));
}

function valuesOf(field: Field, text: string): string[] {
  if (isChosen(field)) return text.split(' ').filter(Boolean);
  if (field.type === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return text.trim() === '' ? [] : [text];
}
