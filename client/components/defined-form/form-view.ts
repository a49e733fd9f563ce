import type { DefinedFormQuery } from '#contract/generated/operations.js';

export type FormFieldDefinition = NonNullable<DefinedFormQuery['entityDefinition']>['fields'][number];

/** A single field, or a field of an entry. */
export type PlainField = Pick<FormFieldDefinition, 'type' | 'required'> & {
  /** Name of the field in the form. */
  name: string;
  /** Name of the field's definition, which is the same in every entry. */
  kind: string;
  multiple?: boolean;
  isPrivate?: boolean;
  maxNumItems?: number | null;
  settings: Omit<FormFieldDefinition['settings'], 'fields'>;
};

/** Terms that can be chosen, by vocabulary. */
export type FormTerms = Readonly<Record<string, readonly { tid: number; label: string; slug: string }[]>>;

/** Fields that are shown together: each of them identifies its group. */
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
  /** undefined for a field without a group. */
  name?: string;
  fields: FormFieldDefinition[];
}

/** @returns the fields of a step, grouped and in the order of the step */
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
