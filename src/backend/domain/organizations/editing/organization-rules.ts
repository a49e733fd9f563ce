import { z } from 'zod';
import {
  DEFAULT_ORGANIZATION_RULES,
  ORGANIZATION_FORM_STEPS,
  type OrganizationRules,
} from '#contract/organization-form/organization-form.js';
import { fieldOverrides } from '../../forms/field-overrides.js';

/** What a site decides about organizations, as `organizationForm` of its configuration, with the defaults. */
export const organizationRules = z
  .strictObject({ fieldsOfStudy: z.boolean(), fields: fieldOverrides(ORGANIZATION_FORM_STEPS) })
  .partial()
  .transform((own): OrganizationRules => ({ ...DEFAULT_ORGANIZATION_RULES, ...own }));
