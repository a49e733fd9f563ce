import { z } from 'zod';
import type { FieldDefinition, FieldSettings } from '#contract/defined-form/defined-form.js';
import type {
  EntityDefinition,
  FieldSettings as SettingsOfContract,
  Query,
  QueryEntityDefinitionArgs,
} from '#contract/generated/resolvers.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';

/** Converts a form of a site to the contract's definition. @param types types of fields; omit for all */
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
  isWhole,
  mostBytes,
  mostWidth,
  fields,
}: FieldSettings): SettingsOfContract {
  return {
    __typename: 'FieldSettings',
    vocabulary: vocabulary ?? null,
    maxLength: maxLength ?? null,
    choices: [...(choices ?? [])],
    isWhole: isWhole ?? null,
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

/** Overrides that a site may configure for the fields of a form, by field name. */
export function fieldOverrides<Step extends string>(steps: readonly [Step, ...Step[]]) {
  return z.record(
    z.string(),
    z
      .strictObject({
        step: z.enum(steps),
        required: z.boolean(),
        multiple: z.boolean(),
        isHidden: z.boolean(),
        maxNumItems: z.number().int().min(1),
        weight: z.number().int(),
      })
      .partial(),
  );
}

/** @returns null if the domain has no such form on this site */
export type DefineForm = (args: QueryEntityDefinitionArgs, context: RequestContext) => EntityDefinition | null;

/** Resolver for the definitions of a site's forms. @param forms each returns its own forms only */
function definitionResolvers(forms: readonly DefineForm[]) {
  return {
    Query: {
      entityDefinition: allow<QueryEntityDefinitionArgs, Query['entityDefinition']>('anyone', (args, context) => {
        for (const define of forms) {
          const found = define(args, context);
          if (found) return found;
        }
        return null;
      }),
    },
  } satisfies RootResolvers;
}

/** Definitions of forms, provided by the domains that own them. */
export function createForms(definitions: readonly DefineForm[]): BackendModule {
  return { resolvers: [definitionResolvers(definitions)] };
}
