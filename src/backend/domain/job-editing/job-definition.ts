import { z } from 'zod';
import type { EntityDefinition, QueryEntityDefinitionArgs } from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { JOB_TYPES, type JobRules, DEFAULT_JOB_RULES, JOB_FORM_STEPS } from '#contract/job-form/job-form.js';
import { entityDefinition, fieldOverrides } from '../forms/entity-definition.js';

/** Rules of a site for jobs: `jobForm` of its configuration, with defaults. */
export const jobRules = z
  .strictObject({
    types: z.array(z.enum(JOB_TYPES)).min(1),
    review: z.boolean(),
    days: z.number().int().min(1).max(365),
    cvDuration: z.boolean(),
    fieldsOfStudy: z.boolean(),
    fields: fieldOverrides(JOB_FORM_STEPS),
  })
  .partial()
  .transform((own): JobRules => ({ ...DEFAULT_JOB_RULES, ...own }));

/** @returns null if there is no such job form on this site */
export function jobDefinition(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: JobRules,
): EntityDefinition | null {
  const type = JOB_TYPES.find((known) => known === bundle);
  if (entity_type !== 'job' || !type || !rules.types.includes(type)) return null;
  return entityDefinition(entity_type, bundle, jobFields(type, rules), field_types);
}
