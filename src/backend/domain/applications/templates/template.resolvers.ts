import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationDeleteAnswerTemplateArgs,
  MutationSaveAnswerTemplateArgs,
  Query,
  QueryOrganizationAnswerTemplatesArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { applicationErrors, type ApplicationViolation } from '../application-errors.js';
import { deleteTemplate, findTemplatesOf, saveTemplate } from './own-templates.js';

/** Resolvers for an organization's own answer templates. */
export function templateResolvers(database: Kysely<Database>) {
  return {
    Query: {
      organizationAnswerTemplates: allow<QueryOrganizationAnswerTemplatesArgs, Query['organizationAnswerTemplates']>(
        'user',
        async ({ organizationId }, context) => (await findTemplatesOf(database, organizationId, context)) ?? null,
      ),
    },
    Mutation: {
      saveAnswerTemplate: allow<MutationSaveAnswerTemplateArgs, Mutation['saveAnswerTemplate']>(
        'user',
        async (args, context) => resultOf(await saveTemplate(database, args, context), context),
      ),
      deleteAnswerTemplate: allow<MutationDeleteAnswerTemplateArgs, Mutation['deleteAnswerTemplate']>(
        'user',
        async (args, context) => resultOf(await deleteTemplate(database, args, context), context),
      ),
    },
  } satisfies RootResolvers;
}

function resultOf(violations: readonly ApplicationViolation[] | undefined, context: UserContext) {
  return violations ? { errors: applicationErrors(violations, context) } : null;
}
