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

interface FieldGroup {
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

/** Labels and help texts of a form's fields; each form has its own catalogue. */
export interface FormWords {
  field: (name: string) => string;
  /**
   * @param entries the field that contains the entry, if the field is part of one
   *
   * @returns undefined if the label needs no help text
   */
  help: (name: string, entries?: string) => string | undefined;
  choice: (field: string, choice: string) => string;
  group: (name: string) => string;
  step: (name: string) => string;
  /** Name of one entry of several, such as “Question 2”. */
  entry: (field: string, number: number) => string;
  /** Label of the section that adds an entry. */
  addEntry: (field: string) => string;
  /** Fields that are required depending on other fields; the help text says when. */
  conditional: readonly string[];
  /** Which of their own details users enter in a field, as `autocomplete` tokens, by the field's name in the form. */
  autocomplete?: Readonly<Record<string, string>>;
}
