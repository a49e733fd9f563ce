import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type { AccountPersonalInfo, CompanyInfo, EditedOrganization } from '#contract/generated/resolvers.js';
import { PRIVATE_STEP } from '#contract/organization-form/organization-form.js';

/**
 * Groups of an organization's form that are never public, under the contract's field names. They are null for callers who may not see
 * them.
 *
 * @param asked fields that the caller may see
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
