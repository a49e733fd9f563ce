import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import type {
  OrganizationSection,
  AccountPersonalInfo,
  CompanyInfo,
  EditedOrganization,
} from '#contract/generated/resolvers.js';
import { PRIVATE_STEP } from '#contract/organization-form/organization-form.js';
import { shownRichText } from '../../forms/field-values.js';
import type { DraftedOrganization } from './organization-drafts.js';

/** A step of the form that has fields: it can be published or discarded separately. */
type Section = Pick<OrganizationSection, 'step' | 'state'>;

/**
 * Returns the fields of a draft that differ from what is published or waits for review. Scripts save while people type, so a draft may
 * contain fields that were never changed, or were changed back.
 *
 * @param fields fields that the caller may see
 */
export function changedFields(
  { draft, stored, waiting }: Pick<DraftedOrganization, 'draft' | 'stored' | 'waiting'>,
  fields: readonly FieldDefinition[],
): string[] {
  const known = { ...stored, ...waiting };
  return fields.flatMap((field) => {
    const typed = draft[field.name];
    return typed !== undefined && !isSame(field, typed, valuesOf(known, field.name)) ? [field.name] : [];
  });
}

/** Rich text is compared in its published form, because it is stored in that form. */
function isSame({ type }: FieldDefinition, one: readonly string[], other: readonly string[]): boolean {
  const comparable = (value: string): string => (type === 'rich_text' ? shownRichText(value) : value);
  return one.length === other.length && one.every((value, index) => comparable(value) === comparable(other[index]!));
}

/** @param fields fields that the caller may see @returns the state of each section, in the order of the form */
export function organizationSections(drafted: DraftedOrganization, fields: readonly FieldDefinition[]): Section[] {
  const changed = new Set(changedFields(drafted, fields));
  const steps = [...new Set(fields.map(({ step }) => step))];
  return steps.map((step) => {
    const names = fields.flatMap((field) => (field.step === step ? [field.name] : []));
    return { step, state: stateOf(step, names, drafted, changed) };
  });
}

function stateOf(
  step: string,
  names: readonly string[],
  { row, stored, inReview }: DraftedOrganization,
  changed: ReadonlySet<string>,
): Section['state'] {
  if (names.some((name) => changed.has(name))) return 'changed';
  if (names.some((name) => inReview.includes(name))) return 'review';
  if (names.every((name) => valuesOf(stored, name).length === 0)) return 'empty';
  if (step === PRIVATE_STEP) return 'private';
  return row.state === 'public' ? 'live' : 'pending';
}

/** @returns the values of these fields in the draft; the others are not typed yet, or not for the caller */
export function typedFields({ draft }: DraftedOrganization, fields: readonly FieldDefinition[]): FieldValues {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const values = draft[name];
      return values === undefined ? [] : [[name, values] as const];
    }),
  );
}

/**
 * Groups of an organization's form that are never public, under the contract's field names. They are null for callers who may not see
 * them.
 *
 * @param shownFields fields that the caller may see
 */
export function privateGroups(
  fields: FieldValues,
  shownFields: readonly FieldDefinition[],
): Pick<EditedOrganization, 'accountPersonalInfo' | 'companyInfo'> {
  if (!shownFields.some(({ step }) => step === PRIVATE_STEP)) return { accountPersonalInfo: null, companyInfo: null };
  const typed = (name: string): string | null => fields[name]?.[0] || null;
  const accountPersonalInfo: AccountPersonalInfo = {
    salutation: typed('salutation'),
    firstName: typed('firstName'),
    lastName: typed('lastName'),
    phone: typed('phone'),
    position: typed('position'),
  };
  const countryCode = typed('companyCountryCode');
  const companyInfo: CompanyInfo = {
    name: typed('companyName'),
    address: countryCode === null ? null : { countryCode, ...companyAddress(typed) },
  };
  return { accountPersonalInfo, companyInfo };
}

/** Coordinates of a company's address are not used, so the form does not contain them. */
function companyAddress(typed: (name: string) => string | null) {
  return {
    administrativeArea: typed('companyAdministrativeArea'),
    locality: typed('companyLocality'),
    zip: typed('companyZip'),
    addressLine1: typed('companyAddressLine1'),
    addressLine2: typed('companyAddressLine2'),
    lat: null,
    lon: null,
  };
}
