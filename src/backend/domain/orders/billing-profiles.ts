import type { Kysely, Selectable } from 'kysely';
import type { BillingProfileInput, CustomerBillingProfile } from '#contract/generated/resolvers.js';
import {
  type BillingValues,
  type BillingViolation,
  checkBillingProfile,
  readProvince,
} from '#contract/commerce/billing-profile.js';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { oneLine } from '#shared/text/typed-lines.js';
import type { Database } from '../../platform/database/schema.js';
import type { BillingProfileTable } from '../../platform/database/tables/order-tables.js';
import { isCountry } from '../../reference/places/countries.js';
import { readVatId, hasVatIds } from '../tax/check-vat-id.js';

/** Recipient of an invoice, as orders store it. */
export type StoredBillingProfile = Omit<
  Selectable<BillingProfileTable>,
  'organization_id' | 'updated_by' | 'updated_at'
>;

const COLUMNS = [
  ...(['company_name', 'email', 'first_name', 'last_name', 'country_code', 'administrative_area'] as const),
  ...(['address_line1', 'address_line2', 'locality', 'zip', 'vat_number'] as const),
] as const satisfies readonly (keyof StoredBillingProfile)[];

/** @returns undefined if no profile was saved */
export async function loadBillingProfile(
  database: Kysely<Database>,
  organizationId: number,
): Promise<StoredBillingProfile | undefined> {
  return database
    .selectFrom('billing_profile')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/**
 * Initial values of the profile form: the saved profile, or else the organization's account data and page.
 *
 * @param buyer contact person if the organization names none
 * @returns null if there is no such organization
 */
export async function billingProfileOf(
  database: Kysely<Database>,
  organizationId: number,
  buyer: { email: string; firstName: string | null; lastName: string | null },
): Promise<CustomerBillingProfile | null> {
  const stored = await loadBillingProfile(database, organizationId);
  if (stored) return toProfile(stored, true);
  const found = await database
    .selectFrom('organization as o')
    .leftJoin('organization_account as a', 'a.organization_id', 'o.id')
    .select([
      'o.name',
      'o.country_code',
      'o.administrative_area',
      'o.address_line1',
      'o.address_line2',
      'o.locality',
      'o.zip',
    ])
    .select(['a.first_name', 'a.last_name', 'a.customer_email', 'a.vat_number', 'a.billing'])
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
  if (!found) return null;
  const { billing } = found;
  // The parts of an address must all come from the same source.
  const address = billing?.companyAddressLine1
    ? {
        country_code: billing.companyCountryCode,
        administrative_area: billing.companyAdministrativeArea,
        address_line1: billing.companyAddressLine1,
        address_line2: billing.companyAddressLine2,
        locality: billing.companyLocality,
        zip: billing.companyZip,
      }
    : found;
  return toProfile(
    {
      company_name: billing?.companyName || found.name,
      email: found.customer_email || buyer.email,
      first_name: found.first_name || buyer.firstName || '',
      last_name: found.last_name || buyer.lastName || '',
      country_code: address.country_code ?? '',
      administrative_area: address.administrative_area ?? '',
      address_line1: address.address_line1 ?? '',
      address_line2: address.address_line2 ?? '',
      locality: address.locality ?? '',
      zip: address.zip ?? '',
      vat_number: found.vat_number ?? '',
    },
    false,
  );
}

export type ProfileViolation = BillingViolation | { field: 'vatNumber'; rule: 'vatFormat' | 'vatCountry' };

/** Saves the recipient of future invoices. Issued invoices stay unchanged. */
export async function saveBillingProfile(
  database: Kysely<Database>,
  { organizationId, input }: { organizationId: number; input: BillingProfileInput },
  actorId: string,
): Promise<ProfileViolation[]> {
  const profile = fromInput(input);
  const violations = checkProfile(profile);
  if (violations.length > 0) return violations;
  const values = { ...profile, updated_by: actorId };
  await database
    .insertInto('billing_profile')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute();
  return [];
}

/** Validates a profile by the current rules, which may be stricter than when it was saved. */
export function checkProfile(profile: StoredBillingProfile): ProfileViolation[] {
  const violations: ProfileViolation[] = checkBillingProfile(toValues(profile), isCountry);
  const { vat_number, country_code } = profile;
  if (vat_number !== '' && hasVatIds(country_code)) {
    const read = readVatId(vat_number, country_code);
    if (!read.ok) violations.push({ field: 'vatNumber', rule: read.fault === 'country' ? 'vatCountry' : 'vatFormat' });
  }
  return violations;
}

/** Address lines are reduced to one line each, and characters that invoices cannot show are removed. */
function fromInput({ address, ...input }: BillingProfileInput): StoredBillingProfile {
  const line = (text: string | null | undefined): string => oneLine((text ?? '').normalize('NFC'));
  const country_code = line(address.countryCode).toUpperCase();
  return {
    company_name: line(input.companyName),
    email: normalizeEmail(line(input.email)),
    first_name: line(input.firstName),
    last_name: line(input.lastName),
    country_code,
    administrative_area: readProvince(line(address.administrativeArea), country_code),
    address_line1: line(address.addressLine1),
    address_line2: line(address.addressLine2),
    locality: line(address.locality),
    zip: line(address.zip).toUpperCase(),
    vat_number: line(input.vatNumber),
  };
}

function toValues(profile: StoredBillingProfile): BillingValues {
  return {
    companyName: profile.company_name,
    email: profile.email,
    firstName: profile.first_name,
    lastName: profile.last_name,
    addressLine1: profile.address_line1,
    addressLine2: profile.address_line2,
    zip: profile.zip,
    locality: profile.locality,
    administrativeArea: profile.administrative_area,
    countryCode: profile.country_code,
    vatNumber: profile.vat_number,
  };
}

/** Converts a profile to the contract's form. */
export function toProfile(profile: StoredBillingProfile, saved: boolean): CustomerBillingProfile {
  const { companyName, email, firstName, lastName, vatNumber, ...address } = toValues(profile);
  return {
    __typename: 'CustomerBillingProfile',
    companyName,
    email,
    firstName,
    lastName,
    vatNumber,
    address: { __typename: 'BillingAddress', ...address },
    saved,
  };
}
