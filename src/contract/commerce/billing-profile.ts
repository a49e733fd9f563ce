import { checkEmail, normalizeEmail } from '../accounts/account-rules.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

/** Canadian provinces and territories: the province determines the tax. */
const CANADIAN_PROVINCES = [
  ...(['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const),
] as const;

/** Names in English and French, without accents, in lower case. */
const NAMES: ReadonlyMap<string, (typeof CANADIAN_PROVINCES)[number]> = new Map(
  Object.entries({
    alberta: 'AB',
    'british columbia': 'BC',
    'colombie britannique': 'BC',
    manitoba: 'MB',
    'new brunswick': 'NB',
    'nouveau brunswick': 'NB',
    'newfoundland and labrador': 'NL',
    'terre neuve et labrador': 'NL',
    'nova scotia': 'NS',
    'nouvelle ecosse': 'NS',
    'northwest territories': 'NT',
    'territoires du nord ouest': 'NT',
    nunavut: 'NU',
    ontario: 'ON',
    'prince edward island': 'PE',
    'ile du prince edouard': 'PE',
    quebec: 'QC',
    saskatchewan: 'SK',
    yukon: 'YT',
  }),
);

/** Recipient of an organization's invoices (specification point 3), as a form sends it. */
export const BILLING_FIELDS = [
  ...(['companyName', 'email', 'firstName', 'lastName', 'addressLine1', 'addressLine2'] as const),
  ...(['zip', 'locality', 'administrativeArea', 'countryCode', 'vatNumber'] as const),
] as const;
export type BillingField = (typeof BILLING_FIELDS)[number];
export type BillingValues = Readonly<Record<BillingField, string>>;

export type BillingRule = 'required' | 'email' | 'long' | 'country' | 'province';

export interface BillingViolation {
  field: BillingField;
  rule: BillingRule;
}

const OPTIONAL: readonly BillingField[] = ['addressLine2', 'administrativeArea', 'vatNumber', 'zip'];

/** Maximum lengths in characters; also those of the columns (migration 0048). */
export const MAX_BILLING_LENGTHS: Readonly<Record<BillingField, number>> = {
  companyName: 120,
  email: 254,
  firstName: 80,
  lastName: 80,
  addressLine1: 150,
  addressLine2: 150,
  zip: 20,
  locality: 100,
  administrativeArea: 100,
  countryCode: 2,
  vatNumber: 30,
};

/** Countries in which invoices require a postal code. Others, such as Ireland or the United Arab Emirates, have addresses without one. */
const WITH_POSTAL_CODES = new Set(
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IT LT LU LV MT NL NO PL PT RO SE SI SK US'.split(' '),
);

/** Validates a billing profile without the database: in the browser and on the server (VALID-03). */
export function checkBillingProfile(values: BillingValues, isCountry: (code: string) => boolean): BillingViolation[] {
  const violations: BillingViolation[] = [];
  for (const field of BILLING_FIELDS) {
    const value = values[field].trim();
    const isOptional = OPTIONAL.includes(field) && !(field === 'zip' && WITH_POSTAL_CODES.has(values.countryCode));
    if (value === '') {
      if (!isOptional) violations.push({ field, rule: 'required' });
    } else if (value.length > MAX_BILLING_LENGTHS[field]) violations.push({ field, rule: 'long' });
    else if (field === 'email' && checkEmail(normalizeEmail(value)).length > 0)
      violations.push({ field, rule: 'email' });
    else if (field === 'countryCode' && !(/^[A-Z]{2}$/.test(value) && isCountry(value)))
      violations.push({ field, rule: 'country' });
  }
  if (values.countryCode === 'CA' && !isCanadianProvince(values.administrativeArea.trim()))
    violations.push({ field: 'administrativeArea', rule: 'province' });
  return violations;
}

/** Rules that browsers check too; messages about lengths depend on the field. */
export const BILLING_RULES: CheckedRules<Exclude<BillingRule, 'long'>> = {
  required: {},
  email: {},
  country: {},
  province: {},
};

/** @returns the code of a Canadian province, given its code or name; other input unchanged */
export function readProvince(typed: string, countryCode: string): string {
  if (countryCode !== 'CA') return typed;
  const code = typed.toUpperCase();
  if ((CANADIAN_PROVINCES as readonly string[]).includes(code)) return code;
  const plain = typed
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return NAMES.get(plain) ?? typed;
}

export function isCanadianProvince(typed: string): boolean {
  return (CANADIAN_PROVINCES as readonly string[]).includes(readProvince(typed, 'CA'));
}
