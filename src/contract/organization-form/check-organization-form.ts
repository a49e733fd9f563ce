import { checkFields, type ReferenceFacts, type RuledField } from '../defined-form/check-fields.js';
import type { FieldValues } from '../defined-form/defined-form.js';
import { numberOf, valuesOf } from '../defined-form/field-values.js';
import type { FormRule, FormViolation } from '../defined-form/form-rules.js';
import type { OrganizationRule } from './organization-form.js';

export type OrganizationViolation = FormViolation<FormRule | OrganizationRule>;

/** Fields that rules compare, in whichever step they are. */
export const COMPARED_ORGANIZATION_FIELDS: readonly string[] = ['locality', 'zip', 'countryCode'];

const MIN_YEAR = 800;

/** Validates the organization form. @param fields the fields to check */
export function checkOrganizationForm(
  fields: readonly RuledField[],
  values: FieldValues,
  facts: ReferenceFacts & { now: Date },
): OrganizationViolation[] {
  return checkFields<OrganizationRule>(fields, values, facts, checkTogether(values, facts.now));
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
