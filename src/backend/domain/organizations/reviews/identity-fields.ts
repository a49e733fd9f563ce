import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { valuesOf } from '../../forms/check-fields.js';

/** What people recognise an organization by. */
const IDENTITY_FIELDS: readonly string[] = ['name', 'logo', 'cover'];

/** @returns those that the form holds otherwise than they are stored */
export function changedIdentity({ stored, fields }: { stored: FieldValues; fields: FieldValues }): string[] {
  return IDENTITY_FIELDS.filter((name) => valuesOf(stored, name)[0] !== valuesOf(fields, name)[0]);
}

/** @returns only these fields */
export function pickFields(fields: FieldValues, names: readonly string[]): FieldValues {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? []]));
}
