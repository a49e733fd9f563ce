import type { DefinedFormQuery } from '../../../src/contract/generated/operations.js';

export type FormFieldDefinition = NonNullable<DefinedFormQuery['entityDefinition']>['fields'][number];

/** By vocabulary: what fields of terms let choose from. */
export type FormTerms = Readonly<Record<string, readonly { tid: number; label: string }[]>>;

/** Fields that belong together: one of them stands for all. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  address: ['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1'],
  pay: ['minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'],
};

export interface FieldGroup {
  /** undefined: a field that stands alone. */
  name?: string;
  fields: FormFieldDefinition[];
}

/** @returns the fields of a step as they stand in it */
export function groupsOf(fields: readonly FormFieldDefinition[], step: string): FieldGroup[] {
  const groups: FieldGroup[] = [];
  for (const field of fields) {
    if (field.isHidden || field.step !== step) continue;
    const name = Object.keys(GROUPS).find((group) => GROUPS[group]!.includes(field.name));
    const known = name && groups.find((group) => group.name === name);
    if (known) known.fields.push(field);
    else groups.push({ ...(name ? { name } : {}), fields: [field] });
  }
  return groups;
}
