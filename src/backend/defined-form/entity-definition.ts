import type { EntityDefinition } from '../../contract/generated/resolvers.js';
import type { FieldDefinition } from '../../contract/defined-form/defined-form.js';

/** A form of a site as the contract has it. @param types of fields; none: all */
export function entityDefinition(
  entity_type: string,
  bundle: string,
  fields: readonly FieldDefinition[],
  types: readonly string[] | null | undefined,
): EntityDefinition {
  return {
    __typename: 'EntityDefinition',
    entity_type,
    bundle,
    fields: fields
      .filter(({ type }) => !types || types.includes(type))
      .map(({ settings, maxNumItems, ...field }) => ({
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
