import type { DefinedFormQuery } from '#contract/generated/operations.js';

export type FormFieldDefinition = NonNullable<DefinedFormQuery['entityDefinition']>['fields'][number];

/** A field by itself, or one of an entry. */
export type PlainField = Pick<FormFieldDefinition, 'type' | 'required'> & {
  /** In the form. */
  name: string;
  /** Which field it is, whatever entry it is in. */
  kind: string;
  multiple?: boolean;
  isPrivate?: boolean;
  maxNumItems?: number | null;
  settings: Omit<FormFieldDefinition['settings'], 'fields'>;
};

/** By vocabulary: what fields of terms let choose from. */
export type FormTerms = Readonly<Record<string, readonly { tid: number; label: string; slug: string }[]>>;

/** Fields that belong together: one of them stands for all. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  address: ['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1', 'addressLine2'],
  company: [
    ...['companyName', 'companyCountryCode', 'companyAdministrativeArea', 'companyLocality', 'companyZip'],
    ...['companyAddressLine1', 'companyAddressLine2'],
  ],
  person: ['salutation', 'firstName', 'lastName', 'position', 'phone', 'customerEmail', 'vatNumber'],
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
