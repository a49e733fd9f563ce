import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationDecideRecruiterArgs,
  Query,
  QueryRecruitersToApproveArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { isAdmin, isApproved } from '../../../platform/graphql/viewer.js';
import { accountResult, placeOf } from '../../accounts/account-results.js';
import { decideRecruiter } from './decide-recruiter.js';
import { approvalOf, recruiterQueue } from './recruiter-queue.js';

const MAX_ROWS = 100;

/** Resolvers for the manual approval of recruiters, on sites that require it. */
export function recruiterResolvers(database: Kysely<Database>) {
  return {
    Query: {
      recruitersToApprove: allow<QueryRecruitersToApproveArgs, Query['recruitersToApprove']>(
        'administrator',
        ({ limit, offset, refused }, { site }) =>
          recruiterQueue(database, {
            site: site.name,
            refused: refused ?? false,
            limit: Math.min(Math.max(limit ?? 20, 0), MAX_ROWS),
            offset: Math.max(offset ?? 0, 0),
          }),
      ),
      ownRecruiterApproval: allow<object, Query['ownRecruiterApproval']>('user', (_args, { viewer, site }) => {
        const isWaiting = viewer.roles.includes('recruiter') && !isAdmin(viewer) && !isApproved(viewer, site);
        return isWaiting && viewer.profile.emailVerified ? approvalOf(database, viewer.accountId) : null;
      }),
    },
    Mutation: {
      decideRecruiter: allow<MutationDecideRecruiterArgs, Mutation['decideRecruiter']>(
        'administrator',
        async ({ input }, context) =>
          accountResult(await decideRecruiter(database, input, context.viewer.accountId, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}
