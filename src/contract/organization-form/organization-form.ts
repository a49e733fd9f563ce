import type { FieldOverrides } from '../defined-form/defined-form.js';
import type { CheckedRules } from '../defined-form/form-rules.js';

/** The steps of an organization's form, in their order; the last one shows it as its page will. */
export const ORGANIZATION_FORM_STEPS = [
  ...(['profile', 'about', 'links', 'contacts', 'pictures', 'places', 'questions'] as const),
  ...(['account', 'preview'] as const),
] as const;
export type OrganizationFormStep = (typeof ORGANIZATION_FORM_STEPS)[number];

/** What only owners see and change, and no page shows. */
export const PRIVATE_STEP = 'account' satisfies OrganizationFormStep;

/** What a site decides about organizations and their form. */
export interface OrganizationRules {
  /** The field `fieldsOfStudy` is asked for. */
  fieldsOfStudy: boolean;
  fields: FieldOverrides<OrganizationFormStep>;
}

export const DEFAULT_ORGANIZATION_RULES: OrganizationRules = { fieldsOfStudy: false, fields: {} };

/** What can be wrong with an organization's form, besides what can be wrong with any. */
export type OrganizationRule =
  /** Of a year. */
  'year' | 'unverified' | 'closed' | 'nothing';

/** The rules that a browser checks as well. */
export const CHECKED_ORGANIZATION_RULES = { year: {} } as const satisfies CheckedRules<OrganizationRule>;
