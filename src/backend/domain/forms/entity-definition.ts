import type { FieldDefinition, FieldSettings } from '#contract/defined-form/defined-form.js';
import type { EntityDefinition, FieldSettings as SettingsOfContract } from '#contract/generated/resolvers.js';

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
        settings: settingsOf(settings),
      })),
  };
}

function settingsOf({
  vocabulary,
  maxLength,
  choices,
  mostBytes,
  mostWidth,
  fields,
}: FieldSettings): SettingsOfContract {
  return {
    __typename: 'FieldSettings',
    vocabulary: vocabulary ?? null,
    maxLength: maxLength ?? null,
    choices: [...(choices ?? [])],
    mostBytes: mostBytes ?? null,
    mostWidth: mostWidth ?? null,
    fields:
      fields?.map(({ name, type, required, settings }) => ({
        __typename: 'EntryField' as const,
        name,
        type,
        required,
        settings: settingsOf(settings),
      })) ?? null,
  };
}
