import type { EntityDefinition, Query, QueryEntityDefinitionArgs } from '#contract/generated/resolvers.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';

/** @returns null: it has no such form on this site */
export type DefineForm = (args: QueryEntityDefinitionArgs, context: RequestContext) => EntityDefinition | null;

/** The forms of a site, as data. @param forms each knows its own */
export function definitionResolvers(forms: readonly DefineForm[]) {
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
