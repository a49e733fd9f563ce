import { z } from 'zod';
import {
  DEFAULT_ORGANIZATION_RULES,
  ORGANIZATION_FORM_STEPS,
  type OrganizationRules,
} from '#contract/organization-form/organization-form.js';
import { fieldOverrides, parseRules } from '../../forms/field-overrides.js';

const rules = z.strictObject({ fieldsOfStudy: z.boolean(), fields: fieldOverrides(ORGANIZATION_FORM_STEPS) }).partial();

/** @param text `{"name":{"fields":{"xing":{"isHidden":false}}}}` @returns as `parseJobRules` */
export function parseOrganizationRules(text: string): Map<string, OrganizationRules> | undefined {
  return parseRules<OrganizationRules>(text, rules, DEFAULT_ORGANIZATION_RULES);
}
