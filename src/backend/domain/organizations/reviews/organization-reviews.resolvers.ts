import type { Kysely } from 'kysely';
import type { Mutation, MutationDecideOrganizationReviewArgs, Query } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { OrganizationEditing } from '../editing/organization-editing.js';
import { listOrganizationReviews } from './organization-reviews.js';

/** Resolvers for reviewing new names and pictures of public organizations. */
export function organizationReviewResolvers(database: Kysely<Database>, editing: OrganizationEditing) {
  return {
    Query: {
      organizationsToReview: allow<object, Query['organizationsToReview']>('admin', (_args, { site }) =>
        listOrganizationReviews(database, site.name),
      ),
    },

    Mutation: {
      decideOrganizationReview: allow<MutationDecideOrganizationReviewArgs, Mutation['decideOrganizationReview']>(
        'admin',
        ({ input }, context) => editing.decide(input, context),
      ),
    },
  } satisfies RootResolvers;
}
