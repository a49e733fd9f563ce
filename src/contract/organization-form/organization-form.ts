import type { FieldOverrides } from '../defined-form/defined-form.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

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
