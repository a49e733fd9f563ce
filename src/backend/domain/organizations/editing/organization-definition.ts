import { z } from 'zod';
import type { EntityDefinition, QueryEntityDefinitionArgs } from '#contract/generated/resolvers.js';
import { organizationFields } from '#contract/organization-form/organization-fields.js';
import {
  type OrganizationRules,
  DEFAULT_ORGANIZATION_RULES,
  ORGANIZATION_FORM_STEPS,
} from '#contract/organization-form/organization-form.js';
import { entityDefinition, fieldOverrides } from '../../forms/entity-definition.js';

/** Rules of a site for organizations: `organizationForm` of its configuration, with defaults. */
export const organizationRules = z
  .strictObject({ fieldsOfStudy: z.boolean(), fields: fieldOverrides(ORGANIZATION_FORM_STEPS) })
  .partial()
  .transform((own): OrganizationRules => ({ ...DEFAULT_ORGANIZATION_RULES, ...own }));

/** @returns null if another form was requested */
export function organizationDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: OrganizationRules,
): EntityDefinition | null {
  if (entity_type !== 'organization' || bundle !== 'organization') return null;
  return entityDefinition(entity_type, bundle, organizationFields(rules), field_types);
}
