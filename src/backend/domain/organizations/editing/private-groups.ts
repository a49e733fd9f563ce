import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type { AccountPersonalInfo, CompanyInfo, EditedOrganization } from '#contract/generated/resolvers.js';
import { PRIVATE_STEP } from '#contract/organization-form/organization-form.js';

/**
 * The groups of an organization's form that no page shows, as the contract names their fields. They are null for whoever is not asked for them.
 *
 * @param asked the fields that the caller sees
 */
export function privateGroups(
  fields: FieldValues,
  asked: readonly FieldDefinition[],
): Pick<EditedOrganization, 'accountPersonalInfo' | 'companyInfo'> {
  if (!asked.some(({ step }) => step === PRIVATE_STEP)) return { accountPersonalInfo: null, companyInfo: null };
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

/** Nobody looks for a company by its coordinates, so that the form asks for none. */
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
