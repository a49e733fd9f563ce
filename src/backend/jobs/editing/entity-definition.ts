import type { EntityDefinition, QueryEntityDefinitionArgs } from '../../../contract/generated/resolvers.js';
import { jobFields } from '../../../contract/job-form/job-fields.js';
import { JOB_TYPES, type JobRules } from '../../../contract/job-form/job-form.js';

/** @returns null: there is no such form on this site */
export function entityDefinitionOf(
  { entity_type, bundle, field_types }: QueryEntityDefinitionArgs,
  rules: JobRules,
): EntityDefinition | null {
  const type = JOB_TYPES.find((known) => known === bundle);
  if (entity_type !== 'job' || !type || !rules.types.includes(type)) return null;
  const fields = jobFields(type, rules).filter((field) => !field_types || field_types.includes(field.type));
  return {
    __typename: 'EntityDefinition',
    entity_type,
    bundle,
    fields: fields.map(({ settings, maxNumItems, ...field }) => ({
      __typename: 'FieldDefinition',
      ...field,
      maxNumItems: maxNumItems ?? null,
      settings: {
        __typename: 'FieldSettings',
        vocabulary: settings.vocabulary ?? null,
        maxLength: settings.maxLength ?? null,
        choices: [...(settings.choices ?? [])],
      },
    })),
  };
}
