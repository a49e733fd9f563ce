import type { EntityDefinition, QueryEntityDefinitionArgs } from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { JOB_TYPES, type JobRules } from '#contract/job-form/job-form.js';
import { entityDefinition } from '../forms/entity-definition.js';

/** @returns null: there is no such form of jobs on this site */
export function jobDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: JobRules,
): EntityDefinition | null {
  const type = JOB_TYPES.find((known) => known === bundle);
  if (entity_type !== 'job' || !type || !rules.types.includes(type)) return null;
  return entityDefinition(entity_type, bundle, jobFields(type, rules), field_types);
}
