import type { FieldOverrides, FieldValues } from '../defined-form/defined-form.js';
import type { CheckedRules, FormRule, FormViolation } from '../defined-form/form-rules.js';
import { checkFields, type ReferenceFacts, type RuledField } from '../defined-form/check-fields.js';
import { numberOf, valuesOf } from '../defined-form/field-values.js';

/** Fields that rules compare, in whichever step they are. */
export const COMPARED_ORGANIZATION_FIELDS: readonly string[] = ['locality', 'zip', 'countryCode'];

const MIN_YEAR = 800;

/** The steps of the organization form in order; the last one is a preview of the organization's page. */
export const ORGANIZATION_FORM_STEPS = [
  ...(['profile', 'about', 'links', 'contacts', 'pictures', 'places', 'questions'] as const),
  ...(['account', 'preview'] as const),
] as const;
export type OrganizationFormStep = (typeof ORGANIZATION_FORM_STEPS)[number];

/** The step that only owners see and change, and that no page shows. */
export const PRIVATE_STEP = 'account' satisfies OrganizationFormStep;

/** A site's rules for organizations and their form. */
export interface OrganizationRules {
  /** Whether the form has the field `fieldsOfStudy`. */
  fieldsOfStudy: boolean;
  fields: FieldOverrides<OrganizationFormStep>;
}

export const DEFAULT_ORGANIZATION_RULES: OrganizationRules = { fieldsOfStudy: false, fields: {} };

/** Rules of an organization's form, besides the rules of any form. */
export type OrganizationRule =
  /** `year`: an invalid year of foundation. */
  'year' | 'unverified' | 'closed' | 'nothing';

/** The rules that browsers check as well. */
export const CHECKED_ORGANIZATION_RULES = { year: {} } as const satisfies CheckedRules<OrganizationRule>;

export type OrganizationViolation = FormViolation<FormRule | OrganizationRule>;

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
