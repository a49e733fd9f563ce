import type { EntityDefinition, QueryEntityDefinitionArgs } from '#contract/generated/resolvers.js';
import { organizationFields } from '#contract/organization-form/organization-fields.js';
import type { OrganizationRules } from '#contract/organization-form/organization-form.js';
import { entityDefinition } from '../../forms/entity-definition.js';

/** @returns null: it is not the form of organizations that was asked for */
export function organizationDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: OrganizationRules,
): EntityDefinition | null {
  if (entity_type !== 'organization' || bundle !== 'organization') return null;
  return entityDefinition(entity_type, bundle, organizationFields(rules), field_types);
}
