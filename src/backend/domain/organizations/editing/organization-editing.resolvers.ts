import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationDiscardOrganizationDraftArgs,
  MutationPublishOrganizationArgs,
  MutationSaveOrganizationDraftArgs,
  Query,
  QueryEditedOrganizationArgs,
  QueryOrganizationPreviewArgs,
  MutationDecideOrganizationReviewArgs,
} from '#contract/generated/resolvers.js';
import { activeOrganizationOf } from '../../../platform/graphql/request-context.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { Database } from '../../../platform/database/schema.js';
import { listOrganizationReviews } from '../reviews/organization-reviews.js';
import type { OrganizationEditing } from './organization-editing.js';

/** Resolvers for editing the pages of organizations (REC-04). */
export function organizationEditingResolvers(editing: OrganizationEditing) {
  return {
    Query: {
      editedOrganization: allow<QueryEditedOrganizationArgs, Query['editedOrganization']>(
        'employer',
        async ({ id }, context) => {
          const wanted = id ?? activeOrganizationOf(context.viewer, context.site.name);
          const drafted = wanted === undefined ? undefined : await editing.find(wanted, context);
          return drafted ? editing.edited(drafted, context) : null;
        },
      ),

      organizationPreview: allow<QueryOrganizationPreviewArgs, Query['organizationPreview']>(
        'employer',
        async ({ id }, context) => {
          const drafted = await editing.find(id, context);
          return drafted ? editing.preview(drafted, context) : null;
        },
      ),
    },

    Mutation: {
      saveOrganizationDraft: allow<MutationSaveOrganizationDraftArgs, Mutation['saveOrganizationDraft']>(
        'employer',
        ({ input }, context) => editing.save(input, context),
      ),
      publishOrganization: allow<MutationPublishOrganizationArgs, Mutation['publishOrganization']>(
        'employer',
        ({ id, version, step }, context) => editing.publish({ id, version, step: step ?? undefined }, context),
      ),
      discardOrganizationDraft: allow<MutationDiscardOrganizationDraftArgs, Mutation['discardOrganizationDraft']>(
        'employer',
        ({ id, version, step }, context) => editing.discard({ id, version, step: step ?? undefined }, context),
      ),
    },
  } satisfies RootResolvers;
}

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
