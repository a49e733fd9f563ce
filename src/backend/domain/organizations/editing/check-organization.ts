import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type { FormViolation, FormRule } from '#contract/defined-form/form-rules.js';
import type { OrganizationRule } from '#contract/organization-form/organization-form.js';
import { type Checking, checkFields, numberOf, valuesOf } from '../../forms/check-fields.js';

export type OrganizationViolation = FormViolation<FormRule | OrganizationRule>;

const MIN_YEAR = 800;

/** What is wrong with what an organization's form holds. @param fields those that are looked at */
export function checkOrganization(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  checking: Checking & { now: Date },
): OrganizationViolation[] {
  return checkFields<OrganizationRule>(fields, values, checking, checkTogether(values, checking.now));
}

function checkTogether(values: FieldValues, now: Date): OrganizationViolation[] {
  const one = (name: string): string | undefined => valuesOf(values, name)[0];
  const violations: OrganizationViolation[] = [];
  const year = numberOf(one('foundedYear') ?? '');
  if (year !== undefined && !(Number.isInteger(year) && year >= MIN_YEAR && year <= now.getUTCFullYear()))
    violations.push({ field: 'foundedYear', rule: 'year' });
  if ((one('locality') ?? one('zip')) && !one('countryCode'))
    violations.push({ field: 'countryCode', rule: 'required' });
  return violations;
}
