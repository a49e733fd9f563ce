import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationDeleteReviewReasonArgs,
  MutationSaveReviewReasonArgs,
  Query,
  QueryJobReviewArgs,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { loadJobReview } from './job-review.js';
import { deleteReviewReason, listReviewReasons, reasonErrors, saveReviewReason } from './review-reasons.js';

/** Review of jobs by people of the site (REC-02). */
export function createJobReview({ database }: { database: Kysely<Database> }): BackendModule {
  const resolvers = {
    Query: {
      jobReview: allow<QueryJobReviewArgs, Query['jobReview']>('admin', ({ id }, { site }) => {
        const number = parseId(id);
        return number === undefined ? null : loadJobReview(database, site.name, number);
      }),
      reviewReasons: allow<object, Query['reviewReasons']>('admin', (_args, { site }) =>
        listReviewReasons(database, site.name),
      ),
    },
    Mutation: {
      saveReviewReason: allow<MutationSaveReviewReasonArgs, Mutation['saveReviewReason']>(
        'admin',
        async ({ input }, context) => ({
          errors: reasonErrors(
            await saveReviewReason(database, input, {
              site: context.site.name,
              actorId: context.viewer.accountId,
              now: context.now,
            }),
            context,
          ),
        }),
      ),
      deleteReviewReason: allow<MutationDeleteReviewReasonArgs, Mutation['deleteReviewReason']>(
        'admin',
        async ({ id }, { site, viewer, now }) => {
          await deleteReviewReason(database, id, { site: site.name, actorId: viewer.accountId, now });
          return { errors: [] };
        },
      ),
    },
  } satisfies RootResolvers;
  return { resolvers: [resolvers] };
}
