import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationCreateOrganizationArgs,
  MutationMakeOwnerArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { refused } from '../../platform/graphql/rejection.js';
import { accountResult, placeOf } from './account-results.js';
import { createOrganization, listOwnMembers, makeOwner } from './organization-members.js';

/** Who works for an organization. */
export function membershipResolvers(database: Kysely<Database>) {
  return {
    Query: {
      ownMembers: allow<object, Query['ownMembers']>('self', (_args, { viewer }) => listOwnMembers(database, viewer)),
    },
    Mutation: {
      createOrganization: allow<MutationCreateOrganizationArgs, Mutation['createOrganization']>(
        'recruiter',
        async ({ name }, context) =>
          accountResult(await createOrganization(database, name, context.viewer, placeOf(context)), context),
      ),
      makeOwner: allow<MutationMakeOwnerArgs, Mutation['makeOwner']>('self', async (args, context) => {
        const { viewer } = context;
        const organizationId = parseId(args.organizationId);
        if (organizationId === undefined || viewer.memberships.get(organizationId)?.role !== 'owner')
          throw refused('makeOwner', 'forbidden');
        const wanted = { organizationId, userId: args.userId };
        return accountResult(await makeOwner(database, wanted, viewer, placeOf(context)), context);
      }),
    },
  } satisfies RootResolvers;
}
